// Plays throws on an engine and tells when each is at rest, by the rule that riotsim and throws.cpp have.
//
// Reads a line of JSON, {settings, throws}, in centimetres, grams and seconds; each die of a throw is thirteen numbers
// (place, turn x y z w, velocity, spin). Then each line `play` plays all throws and is answered by a line of JSON: the
// seconds of processor time that took, and for each throw its ticks and where its dice lie.

import { createInterface } from "node:readline";

const length = (v) => Math.hypot(v.x, v.y, v.z);
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
const angle = (a, b) => 2 * Math.acos(Math.min(1, Math.abs(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w)));

// How far a cube is tilted from flat on its lowest face (rad).
function tilt({ x, y, z, w }) {
  const up = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  return Math.acos(Math.min(1, Math.max(...up.map(Math.abs))));
}

// How many steps a tick the fastest die needs, so that none moves too far in one.
function stepsFor(dice, s) {
  let fastest = 0;
  let longest = s.longest_step;
  for (const die of dice) {
    fastest = Math.max(fastest, die.speed);
    longest = Math.min(longest, (die.fastest > s.hurled ? s.share : 1) * (s.size / 2));
  }
  const reach = fastest + s.gravity * s.look_every * s.tick;
  return Math.max(1, Math.ceil((reach * s.tick) / longest));
}

// Whether a die is slow, or has long been rocking in its place.
function still(die, tick, s) {
  if (die.speed <= s.rest_speed && die.spin <= s.rest_spin) return true;
  if (apart(die.at, die.place) > s.rocks || angle(die.turn, die.placed) > s.rocks_by) {
    die.place = { ...die.at };
    die.placed = { ...die.turn };
    die.since = tick;
  }
  return tick - die.since >= s.rocks_for;
}

function look(engine, die) {
  Object.assign(die, engine.look(die.body));
  die.speed = length(die.velocity);
  die.spin = length(die.angular);
  die.fastest = Math.max(die.fastest ?? 0, die.speed);
  if (!(die.at.z > 0)) throw new Error("a die has left the table, or sunk into it");
}

function play(engine, starts, s) {
  const dice = starts.map((start) => ({ body: engine.enter(start), since: 0 }));
  for (const die of dice) {
    look(engine, die);
    die.place = { ...die.at };
    die.placed = { ...die.turn };
  }
  let tick = 0;
  let quiet = 0;
  let steps = stepsFor(dice, s);
  while (tick < s.limit) {
    for (let k = 0; k < steps; k++) engine.step(s.tick / steps);
    if (++tick % s.look_every) continue;
    for (const die of dice) look(engine, die);
    steps = stepsFor(dice, s);
    if (!dice.map((die) => still(die, tick, s)).every(Boolean)) quiet = 0;
    else if ((quiet += s.look_every) >= s.rest_run) {
      if (quiet >= s.lean_run || dice.every((die) => tilt(die.turn) <= s.flat)) break;
    }
  }
  const ends = dice.map(({ at, turn }) => [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w]);
  for (const die of dice) engine.leave(die.body);
  return { ticks: tick, dice: ends };
}

// Answers until its input ends. `make(settings)` gives the engine.
export async function referee(make) {
  let engine, given;
  for await (const line of createInterface({ input: process.stdin })) {
    if (!given) {
      given = JSON.parse(line);
      engine = await make(given.settings);
      continue;
    }
    const begun = process.cpuUsage();
    const throws = given.throws.map((starts) => play(engine, starts, given.settings));
    const { user, system } = process.cpuUsage(begun);
    process.stdout.write(JSON.stringify({ seconds: (user + system) / 1e6, throws }) + "\n");
  }
}
