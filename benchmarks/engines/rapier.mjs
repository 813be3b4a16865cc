// Throws on Rapier, compiled to WebAssembly: a box for the table, boxes for dice, and its usual settings otherwise.

import RAPIER from "@dimforge/rapier3d-compat";
import { referee } from "./referee.mjs";

const MULTIPLY = RAPIER.CoefficientCombineRule.Multiply;
const vector = (x, y, z) => ({ x, y, z });

const stuff = (shape, friction, bounce) =>
  shape
    .setFriction(friction)
    .setFrictionCombineRule(MULTIPLY)
    .setRestitution(bounce)
    .setRestitutionCombineRule(MULTIPLY);

await referee(async (s) => {
  await RAPIER.init();
  const world = new RAPIER.World(vector(0, 0, -s.gravity));
  const slab = RAPIER.ColliderDesc.cuboid(s.table_width / 2, s.table_depth / 2, s.table_thickness / 2);
  slab.setTranslation(s.table_width / 2, s.table_depth / 2, -s.table_thickness / 2);
  world.createCollider(stuff(slab, s.table_friction, s.table_restitution));
  const turning = vector(s.inertia, s.inertia, s.inertia);
  return {
    enter([x, y, z, a, b, c, w, vx, vy, vz, wx, wy, wz]) {
      const body = world.createRigidBody(
        RAPIER.RigidBodyDesc.dynamic()
          .setTranslation(x, y, z)
          .setRotation({ x: a, y: b, z: c, w })
          .setLinvel(vx, vy, vz)
          .setAngvel(vector(wx, wy, wz))
          .setCanSleep(false),
      );
      const cube = RAPIER.ColliderDesc.cuboid(s.size / 2, s.size / 2, s.size / 2);
      cube.setMassProperties(s.mass, vector(0, 0, 0), turning, { x: 0, y: 0, z: 0, w: 1 });
      world.createCollider(stuff(cube, s.die_friction, s.die_restitution), body);
      return body;
    },
    leave: (body) => world.removeRigidBody(body),
    step(seconds) {
      world.timestep = seconds;
      world.step();
    },
    look: (body) => ({
      at: body.translation(),
      turn: body.rotation(),
      velocity: body.linvel(),
      angular: body.angvel(),
    }),
  };
});
