// Everything of the ecs library in one include.
#pragma once

#include "ecs/commands.hpp"
#include "ecs/describe.hpp"
#include "ecs/edit.hpp"
#include "ecs/job_pool.hpp"
#include "ecs/journal.hpp"
#include "ecs/query.hpp"
#include "ecs/schedule.hpp"
#include "ecs/snapshot.hpp"
#include "ecs/state_hash.hpp"
#include "ecs/view.hpp"
#include "ecs/world.hpp"
