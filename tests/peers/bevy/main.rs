//! A program over Bevy without a window, whose world other programs ask: entities come and go, move, and have parents,
//! tags, references and values of all kinds. One source for all versions from 0.16 on.
//!
//!     bevy_peer PORT [ENTITIES]       a hero and few others, and so many in a crowd
use std::collections::VecDeque;
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::remote::{RemotePlugin, http::RemoteHttpPlugin};

#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Velocity(Vec2);

#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
struct Health {
    value: f32,
    max: f32,
}

#[derive(Component, Reflect, Clone, Copy, Default)]
#[reflect(Component, Default)]
enum Team {
    #[default]
    Red,
    Green,
    Blue,
}

/// An enum with values.
#[derive(Component, Reflect, Clone)]
#[reflect(Component)]
enum Order {
    Wait,
    Go { to: Vec2, fast: bool },
    Attack(Entity),
}

#[derive(Component, Reflect, Clone, Default)]
#[reflect(Component, Default)]
struct Player;

#[derive(Component, Reflect, Clone, Default)]
#[reflect(Component, Default)]
struct Label {
    text: String,
    note: Option<String>,
    lives: Option<u8>,
}

#[derive(Component, Reflect, Clone, Default)]
#[reflect(Component, Default)]
struct Numbers {
    flag: bool,
    small: i8,
    byte: u8,
    wide: i64,
    widest: u64,
    exact: f64,
    letter: char,
}

#[derive(Component, Reflect, Clone)]
#[reflect(Component)]
struct Follows {
    whom: Entity,
    distance: f32,
}

/// Known to others by another path than to Rust.
#[derive(Component, Reflect, Clone, Default)]
#[reflect(Component, Default)]
#[type_path = "cargo::holds"]
struct Hold {
    items: Vec<String>,
    sizes: [f32; 3],
}

/// Nobody registers it, so nobody outside sees it.
#[derive(Component)]
struct Secret(#[expect(dead_code)] u32);

/// Others may trigger it, in versions that say so.
#[cfg(feature = "events")]
#[derive(Event, Reflect, Clone, Default)]
#[reflect(Event)]
struct Alarm {
    loudness: f32,
}

/// Counts the frames.
#[derive(Resource, Reflect, Default)]
#[reflect(Resource, Default)]
struct Frames {
    count: u64,
    pace: f32,
}

#[derive(Resource, Default)]
struct Crowd {
    parent: Option<Entity>,
    members: VecDeque<Entity>,
    born: u32,
}

impl Crowd {
    fn add(&mut self, commands: &mut Commands) {
        let Some(parent) = self.parent else { return };
        let number = self.born;
        self.born += 1;
        let mut one = commands.spawn((
            Transform::from_xyz(number as f32, 0.0, 0.0),
            Velocity(Vec2::new(0.0, 0.01)),
            ChildOf(parent),
        ));
        if number % 3 == 0 {
            one.insert(Health { value: 10.0, max: 10.0 });
        }
        self.members.push_back(one.id());
    }
}

fn make_fleet(count: u32) -> impl Fn(Commands, ResMut<Crowd>) {
    move |mut commands, mut crowd| {
        let enemy = commands.spawn((Name::new("Enemy"), Transform::from_xyz(-5.0, 5.0, 0.0), Team::Red)).id();
        let hero = commands
            .spawn((
                Name::new("Hero"),
                Player,
                Transform::from_xyz(1.0, 2.0, 3.0),
                Health { value: 100.0, max: 120.0 },
                Team::Blue,
                Order::Go { to: Vec2::new(0.5, -0.5), fast: true },
                Label { text: "the \"first\" ☃".into(), note: Some("kept".into()), lives: None },
                Numbers {
                    flag: true,
                    small: -8,
                    byte: 250,
                    wide: -9007199254740993,
                    widest: u64::MAX,
                    exact: 0.1,
                    letter: 'ß',
                },
                Follows { whom: enemy, distance: 2.5 },
                Hold { items: vec!["rope".into(), "lamp".into()], sizes: [1.0, 2.0, 4.0] },
                Secret(7),
            ))
            .id();
        let helmet = commands.spawn((Name::new("Helmet"), Transform::from_xyz(0.0, 1.0, 0.0), ChildOf(hero))).id();
        commands.spawn((Name::new("Feather"), Order::Attack(enemy), ChildOf(helmet)));
        commands.spawn((Name::new("Runner"), Transform::default(), Velocity(Vec2::new(1.0, 0.0)), Order::Wait, Team::Green));
        crowd.parent = Some(commands.spawn((Name::new("Crowd"), Transform::default())).id());
        for _ in 0..count {
            crowd.add(&mut commands);
        }
    }
}

/// By the frame and not by the clock, so that the values can be foretold.
fn move_all(mut moving: Query<(&mut Transform, &Velocity)>, time: Res<Time<Virtual>>) {
    if time.is_paused() {
        return;
    }
    for (mut place, velocity) in &mut moving {
        place.translation += velocity.0.extend(0.0);
    }
}

/// The crowd's oldest go, and others come.
fn replace_some(mut commands: Commands, mut crowd: ResMut<Crowd>, mut frames: ResMut<Frames>) {
    frames.count += 1;
    if frames.count % 15 != 0 || crowd.members.is_empty() {
        return;
    }
    for _ in 0..3 {
        if let Some(oldest) = crowd.members.pop_front() {
            commands.entity(oldest).despawn();
            crowd.add(&mut commands);
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let port: u16 = arguments.get(1).and_then(|text| text.parse().ok()).unwrap_or(15702);
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins.set(ScheduleRunnerPlugin::run_loop(Duration::from_secs_f64(1.0 / 60.0))),
        RemotePlugin::default(),
        RemoteHttpPlugin::default().with_port(port),
    ));
    let count = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(300);
    app.add_plugins(TransformPlugin)
        .register_type::<Name>()
        .register_type::<ChildOf>()
        .register_type::<Children>()
        .register_type::<Transform>()
        .register_type::<GlobalTransform>()
        .register_type::<Velocity>()
        .register_type::<Health>()
        .register_type::<Team>()
        .register_type::<Order>()
        .register_type::<Player>()
        .register_type::<Label>()
        .register_type::<Numbers>()
        .register_type::<Follows>()
        .register_type::<Hold>()
        .register_type::<Frames>()
        .init_resource::<Crowd>()
        .insert_resource(Frames { count: 0, pace: 1.0 })
        .add_systems(Startup, make_fleet(count))
        .add_systems(Update, (move_all, replace_some));
    #[cfg(feature = "events")]
    app.register_type::<Alarm>();
    println!("listening on 127.0.0.1:{port}");
    app.run();
}
