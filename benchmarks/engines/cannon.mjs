// Throws on cannon-es, an engine in JavaScript: a box for the table, boxes for dice, and its usual settings otherwise.

import { Body, Box, ContactMaterial, Material, Vec3, World } from "cannon-es";
import { referee } from "./referee.mjs";

await referee(async (s) => {
  const world = new World({ gravity: new Vec3(0, 0, -s.gravity), allowSleep: false });
  const [felt, acrylic] = [new Material("table"), new Material("dice")];
  const touch = (one, other, friction, restitution) =>
    world.addContactMaterial(new ContactMaterial(one, other, { friction, restitution }));
  touch(felt, acrylic, s.table_friction * s.die_friction, s.table_restitution * s.die_restitution);
  touch(acrylic, acrylic, s.die_friction ** 2, s.die_restitution ** 2);
  const slab = new Box(new Vec3(s.table_width / 2, s.table_depth / 2, s.table_thickness / 2));
  const at = new Vec3(s.table_width / 2, s.table_depth / 2, -s.table_thickness / 2);
  world.addBody(new Body({ mass: 0, shape: slab, position: at, material: felt }));
  const cube = new Box(new Vec3(s.size / 2, s.size / 2, s.size / 2));
  const plain = ({ x, y, z, w }) => ({ x, y, z, w });
  return {
    enter([x, y, z, a, b, c, w, vx, vy, vz, wx, wy, wz]) {
      const body = new Body({
        mass: s.mass,
        shape: cube,
        material: acrylic,
        linearDamping: 0,
        angularDamping: 0,
      });
      body.position.set(x, y, z);
      body.quaternion.set(a, b, c, w);
      body.velocity.set(vx, vy, vz);
      body.angularVelocity.set(wx, wy, wz);
      world.addBody(body);
      return body;
    },
    leave: (body) => world.removeBody(body),
    step: (seconds) => world.step(seconds),
    look: (body) => ({
      at: plain(body.position),
      turn: plain(body.quaternion),
      velocity: plain(body.velocity),
      angular: plain(body.angularVelocity),
    }),
  };
});
