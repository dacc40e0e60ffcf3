//! The small world of tests/data/brp over Bevy, where nothing moves: `record_brp.py` asks it. Its crate is called as the
//! requests call its types.
//!
//!     demo PORT
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy::remote::{RemotePlugin, http::RemoteHttpPlugin};

#[derive(Reflect, Clone, Default)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}

#[derive(Component, Reflect, Clone)]
#[reflect(Component, Default)]
struct Transform {
    translation: Point,
    scale: f64,
}
impl Default for Transform {
    fn default() -> Self {
        Transform { translation: Point::default(), scale: 1.0 }
    }
}

#[derive(Component, Reflect, Clone)]
#[reflect(Component, Default)]
struct Health {
    value: f64,
    max: f64,
}
impl Default for Health {
    fn default() -> Self {
        Health { value: 50.0, max: 100.0 }
    }
}

#[derive(Component, Reflect, Clone, Default)]
#[reflect(Component, Default)]
struct Team;

#[derive(Resource, Reflect)]
#[reflect(Resource, Default)]
struct GameSettings {
    gravity: f64,
    paused: bool,
}
impl Default for GameSettings {
    fn default() -> Self {
        GameSettings { gravity: 9.81, paused: false }
    }
}

fn make(mut commands: Commands) {
    let root = commands.spawn(Name::new("Root")).id();
    let heights = [0.05822636905261247, -0.8182771110644114, -0.9319854373314465];
    for (i, y) in heights.into_iter().enumerate() {
        let place = Transform { translation: Point { x: i as f64, y, z: 0.0 }, scale: 1.0 };
        let mut one = commands.spawn((Name::new(format!("E{i}")), Team, place, ChildOf(root)));
        if i == 1 {
            one.insert(Health::default());
        }
    }
}

fn main() {
    let port: u16 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(15702);
    let mut app = App::new();
    app.add_plugins((
        MinimalPlugins.set(ScheduleRunnerPlugin::run_loop(Duration::from_secs_f64(1.0 / 60.0))),
        RemotePlugin::default(),
        RemoteHttpPlugin::default().with_port(port),
    ));
    app.register_type::<Transform>()
        .register_type::<Health>()
        .register_type::<Team>()
        .register_type::<GameSettings>()
        .register_type::<Name>()
        .register_type::<ChildOf>()
        .register_type::<Children>()
        .init_resource::<GameSettings>()
        .add_systems(Startup, make);
    println!("listening on 127.0.0.1:{port}");
    app.run();
}
