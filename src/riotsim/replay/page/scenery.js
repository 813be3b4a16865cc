// The table and its scenery: felt, a wooden frame, walls, crates, hills, barrels; and the coins.

import {
  BoxGeometry, BufferGeometry, CylinderGeometry, DoubleSide, Float32BufferAttribute, Group, LatheGeometry, Mesh, MeshStandardMaterial,
  PlaneGeometry, Vector2, Vector3,
} from "three";
import { boards, bricks, coin, felt, repeated, rock, texture, turf, wood } from "riotsim/textures";

const FRAME = 34; // width of the wooden frame, and its height over the felt (mm)
const RISE = 7;

const TINTS = { house: "#e6d2a8", crops: "#e0b95a", crystal: "#9a86ff" }; // of meshes that are neither green nor of brick
const COVERS = { felt: [30, 82, 64], wood: null };

export class Scenery {
  constructor(replay) {
    this.replay = replay;
    this.maps = {};
  }

  // Return the maps of a surface, made at the first call.
  of(name) {
    const makers = {
      walnut: () => wood([106, 68, 46], [66, 40, 27], 0.4), oak: () => wood([186, 140, 92], [128, 84, 48], 0.5, 7),
      floor: () => wood([74, 58, 46], [44, 33, 26], 0.6, 13), bricks, rock, turf, boards,
    };
    return (this.maps[name] ??= makers[name]());
  }

  paint(name, across = 1, along = 1, more = {}) {
    const { turned = 0, ...rest } = more;
    return new MeshStandardMaterial({ ...repeated(this.of(name), across, along, turned), roughness: 1, ...rest });
  }

  table() {
    const { width, depth, walls, surface, tray } = this.replay.table, made = new Group();
    made.add(this.bed(width, depth, surface));
    made.add(this.edge(width, depth, Math.max(walls, RISE)));
    if (tray) {
      const box = new Group();
      box.add(this.bed(tray.width, tray.depth, "felt", [104, 38, 40]), this.edge(tray.width, tray.depth, tray.walls, 9));
      box.position.set(...tray.at, 0);
      made.add(box);
      if (tray.rack) {
        const rack = new Group();
        rack.add(this.bed(tray.width, tray.rack, "wood"), this.edge(tray.width, tray.rack, 5, 9));
        rack.position.set(...tray.rackAt, 0);
        made.add(rack);
      }
    }
    const floor = new Mesh(new PlaneGeometry(5200, 5200), this.paint("floor", 6, 6, { normalScale: new Vector2(0.25, 0.25), transparent: true, alphaMap: fading(), color: "#8d8580" }));
    floor.position.set(width / 2, depth / 2, -46);
    floor.receiveShadow = true;
    made.add(floor);
    return made;
  }

  bed(width, depth, surface, colour) {
    const cloth = colour ?? (surface in COVERS ? COVERS[surface] : [70, 78, 88]);
    const maps = cloth ? felt(cloth) : this.of("oak");
    const paint = new MeshStandardMaterial({ ...repeated(maps, width / 180, depth / 180), roughness: 1, envMapIntensity: 0.5, normalScale: new Vector2(0.55, 0.55) });
    const bed = new Mesh(new PlaneGeometry(width + 6, depth + 6), paint);
    bed.position.set(width / 2, depth / 2, 0);
    bed.receiveShadow = true;
    return bed;
  }

  // Four mitred beams with a moulded profile around the felt.
  edge(width, depth, rise, broad = FRAME) {
    const made = new Group(), low = -42;
    const profile = [
      [0.4, -1], [0.6, rise * 0.55], [1.6, rise * 0.85], [3.4, rise], [broad - 9, rise + 0.6], [broad - 4.5, rise - 0.6], [broad - 1.6, rise - 3],
      [broad - 0.3, rise - 6.5], [broad, rise - 11], [broad, -14], [broad - 2.5, -17], [broad - 4.5, -18.5], [broad - 5, low],
    ];
    const corner = (x, y) => [[0, 0], [width, 0], [width, depth], [0, depth]][(x + 4) % 4];
    const out = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
    for (let side = 0; side < 4; side++) {
      const a = corner(side), b = corner(side + 1), oa = out[side], ob = out[(side + 1) % 4];
      const at = [], uv = [], index = [];
      let gone = 0;
      profile.forEach(([far, z], k) => {
        if (k) gone += Math.hypot(far - profile[k - 1][0], z - profile[k - 1][1]);
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
        at.push(a[0] + oa[0] * far, a[1] + oa[1] * far, z, b[0] + ob[0] * far, b[1] + ob[1] * far, z);
        uv.push(-far / 230 + side * 0.37, gone / 90, (length + far) / 230 + side * 0.37, gone / 90);
        if (k) index.push(2 * k - 2, 2 * k, 2 * k - 1, 2 * k - 1, 2 * k, 2 * k + 1);
      });
      const beam = new BufferGeometry();
      beam.setAttribute("position", new Float32BufferAttribute(at, 3));
      beam.setAttribute("uv", new Float32BufferAttribute(uv, 2));
      beam.setIndex(index);
      beam.computeVertexNormals();
      const mesh = new Mesh(beam, this.paint("walnut", 1, 1, { side: DoubleSide, envMapIntensity: 1.0, normalScale: new Vector2(0.6, 0.6) }));
      mesh.castShadow = mesh.receiveShadow = true;
      made.add(mesh);
    }
    return made;
  }

  make(piece) {
    const made = piece.box ? this.boxed(piece) : this.meshed(piece);
    made.position.set(...piece.at, 0);
    made.rotation.z = piece.heading;
    made.traverse((one) => { one.castShadow = one.receiveShadow = true; });
    return made;
  }

  boxed({ name, box: [l, w, h] }) {
    if (/crate|box|chest|case/i.test(name)) return this.crate(l, w, h);
    if (/platform|stage|deck|bridge|floor|table/i.test(name)) return this.stage(l, w, h);
    const body = bevelled(l, w, h, 0.8);
    projected(body, 48, 38.1);
    return new Mesh(body, this.paint(/hill|mound|hedge|wood/i.test(name) ? "turf" : "bricks", 1, 1, { normalScale: new Vector2(1.3, 1.3) }));
  }

  crate(l, w, h) {
    const made = new Group(), beam = Math.min(l, w, h) * 0.15, sunk = beam * 0.45;
    const inner = bevelled(l - 2 * sunk, w - 2 * sunk, h - 2 * sunk, 0.2);
    inner.translate(0, 0, sunk);
    projected(inner, h * 1.5, h * 0.98);
    made.add(new Mesh(inner, this.paint("boards")));
    const paint = this.paint("oak", 1, 1, { color: "#c9b49a" });
    const put = (a, b, c, x, y, z, turn) => {
      const one = bevelled(a, b, c, 0.5);
      projected(one, 70, 24, a > b && a > c ? 0 : b > c ? 1 : 2);
      const mesh = new Mesh(one, paint);
      mesh.position.set(x, y, z);
      if (turn) mesh.rotation.set(...turn);
      made.add(mesh);
    };
    const e = 0.04; // keeps beams that meet from flickering
    for (const x of [-1, 1]) for (const y of [-1, 1]) put(beam, beam, h, (x * (l - beam)) / 2, (y * (w - beam)) / 2, 0);
    for (const z of [0, h - beam]) {
      for (const y of [-1, 1]) put(l - 2 * beam + e, beam - e, beam, 0, (y * (w - beam)) / 2, z);
      for (const x of [-1, 1]) put(beam - e, w - 2 * beam + e, beam, (x * (l - beam)) / 2, 0, z);
    }
    // A brace across each side.
    for (const [across, y, turn] of [[l, w, 0], [w, l, Math.PI / 2], [l, w, Math.PI], [w, l, -Math.PI / 2]]) {
      const run = across - 2 * beam, rise = h - 2 * beam, one = bevelled(Math.hypot(run, rise) - beam * 0.7, sunk * 0.8, beam * 0.8, 0.3);
      one.translate(0, 0, -beam * 0.4);
      projected(one, 70, 24, 0);
      const mesh = new Mesh(one, paint), holder = new Group();
      mesh.rotation.y = -Math.atan2(rise, run);
      mesh.position.set(0, -y / 2 + sunk * 0.62, h / 2);
      holder.add(mesh);
      holder.rotation.z = turn;
      made.add(holder);
    }
    return made;
  }

  stage(l, w, h) {
    const made = new Group(), top = Math.min(3, h * 0.3);
    const deck = bevelled(l, w, top, 0.6);
    deck.translate(0, 0, h - top);
    projected(deck, 110, w);
    const body = bevelled(l - 3, w - 3, h - top, 0.3);
    projected(body, 60, 30);
    made.add(new Mesh(deck, this.paint("boards")), new Mesh(body, this.paint("oak", 1, 1, { color: "#9d8468" })));
    return made;
  }

  meshed({ name, corners, triangles }) {
    const made = new Group();
    let body = new BufferGeometry();
    body.setAttribute("position", new Float32BufferAttribute(corners, 3));
    body.setIndex(triangles);
    body = body.toNonIndexed();
    if (/barrel|cask|keg|drum/i.test(name)) return this.barrel(corners);
    const green = /hill|mound|grass|hedge|bush|tree|conifer|broadleaf/i.test(name);
    const tint = !/ruin/i.test(name) && Object.entries(TINTS).find(([kind]) => name.includes(kind))?.[1];
    smoothed(body, green ? 0.6 : 0.92);
    if (green) { projected(body, 90, 90); made.add(new Mesh(body, this.paint("turf", 1, 1, { normalScale: new Vector2(0.6, 0.6) }))); }
    else if (tint) { projected(body, 90, 90); made.add(new Mesh(body, this.paint("rock", 1, 1, { color: tint, normalScale: new Vector2(0.5, 0.5) }))); }
    else { projected(body, 48, 38.1); made.add(new Mesh(body, this.paint(/rock|boulder|cliff/i.test(name) ? "rock" : "bricks", 1, 1, { normalScale: new Vector2(1.3, 1.3) }))); }
    return made;
  }

  // Turned after the outline of its mesh, with iron hoops.
  barrel(at) {
    const rings = new Map();
    for (let i = 0; i < at.length; i += 3) {
      const z = Math.round(at[i + 2] * 10) / 10;
      rings.set(z, Math.max(rings.get(z) ?? 0, Math.hypot(at[i], at[i + 1])));
    }
    const profile = [...rings].sort((a, b) => a[0] - b[0]), high = profile.at(-1)[0];
    const radius = (z) => {
      const k = Math.max(1, profile.findIndex(([at]) => at >= z)), [z0, r0] = profile[k - 1], [z1, r1] = profile[k];
      return r0 + ((r1 - r0) * (z - z0)) / Math.max(z1 - z0, 1e-6);
    };
    const made = new Group(), outline = [];
    for (let k = 0; k <= 16; k++) outline.push(new Vector2(radius((high * k) / 16), (high * k) / 16));
    const body = new LatheGeometry([...outline, new Vector2(outline.at(-1).x - 1.6, high), new Vector2(outline.at(-1).x - 2, high - 1.6)], 48).rotateX(Math.PI / 2);
    made.add(new Mesh(body, this.paint("boards", 3, 1, { turned: Math.PI / 2 })));
    const lid = new Mesh(new CylinderGeometry(outline.at(-1).x - 1.8, outline.at(-1).x - 1.8, 0.4, 40).rotateX(Math.PI / 2), this.paint("boards"));
    lid.position.z = high - 1.6;
    const iron = new MeshStandardMaterial({ color: "#565a60", metalness: 0.85, roughness: 0.45 });
    made.add(lid);
    for (const share of [0.12, 0.33, 0.67, 0.88]) {
      const z = high * share, hoop = new Mesh(new LatheGeometry([-1.3, -1.1, 1.1, 1.3].map((d, k) => new Vector2(radius(z + d) + (k % 3 ? 0.5 : -0.1), z + d)), 48).rotateX(Math.PI / 2), iron);
      made.add(hoop);
    }
    return made;
  }
}

// Gold tokens.
export class CoinMaker {
  constructor() {
    const { normalMap, map } = coin();
    this.face = new MeshStandardMaterial({ map, metalness: 1, roughness: 0.4, envMapIntensity: 1.7, normalMap, normalScale: new Vector2(0.7, 0.7) });
    this.rim = new MeshStandardMaterial({ color: "#dca53a", metalness: 1, roughness: 0.36, envMapIntensity: 1.4 });
    this.bodies = new Map();
  }

  make({ diameter, thickness }) {
    const name = `${diameter} ${thickness}`;
    if (!this.bodies.has(name)) {
      const r = diameter / 2, h = thickness / 2, b = Math.min(0.35, h / 2);
      const rim = new LatheGeometry([[r - b, -h], [r, -h + b], [r, h - b], [r - b, h]].map(([x, y]) => new Vector2(x, y)), 48).rotateX(Math.PI / 2);
      const face = new CylinderGeometry(r - b, r - b, 2 * h, 48, 1).rotateX(Math.PI / 2);
      this.bodies.set(name, [rim, face]);
    }
    const [rim, face] = this.bodies.get(name), made = new Group();
    made.add(new Mesh(rim, this.rim), new Mesh(face, [this.rim, this.face, this.face]));
    made.traverse((one) => { one.castShadow = one.receiveShadow = true; });
    return made;
  }
}

// Build a box with bevelled edges that stands on z = 0.
export function bevelled(l, w, h, b) {
  b = Math.min(b, l / 3, w / 3, h / 3);
  const body = new BoxGeometry(l, w, h, 3, 3, 3), { position } = body.attributes, p = new Vector3(), half = new Vector3(l / 2, w / 2, h / 2);
  const third = (value, full) => (Math.abs(value) < full * 0.3 ? Math.sign(value) * (full / 2 - b) : value);
  for (let i = 0; i < position.count; i++) {
    p.fromBufferAttribute(position, i);
    p.set(third(p.x, l), third(p.y, w), third(p.z, h));
    // Where two sides meet, both are drawn in.
    const over = ["x", "y", "z"].filter((k) => Math.abs(p[k]) > half[k] - b / 2);
    if (over.length > 1) for (const k of over) p[k] -= Math.sign(p[k]) * b * (over.length === 2 ? 0.3 : 0.42);
    position.setXYZ(i, p.x, p.y, p.z + h / 2);
  }
  const flat = body.toNonIndexed();
  smoothed(flat, 0.5);
  return flat;
}

// Compute normals that are shared where sides meet at less than an angle (its cosine).
function smoothed(body, cosine) {
  const { position } = body.attributes, count = position.count, faces = [], near = new Map();
  const a = new Vector3(), b = new Vector3(), c = new Vector3();
  for (let i = 0; i < count; i += 3) {
    a.fromBufferAttribute(position, i); b.fromBufferAttribute(position, i + 1); c.fromBufferAttribute(position, i + 2);
    const normal = b.clone().sub(a).cross(c.clone().sub(a)), unit = normal.clone().normalize();
    faces.push([normal, unit]);
    for (const p of [a, b, c]) {
      const name = p.toArray().map((value) => Math.round(value * 50)).join();
      if (!near.has(name)) near.set(name, []);
      near.get(name).push(i / 3);
    }
  }
  const out = new Float32Array(count * 3), sum = new Vector3();
  for (let i = 0; i < count; i++) {
    a.fromBufferAttribute(position, i);
    const own = faces[Math.floor(i / 3)][1];
    sum.set(0, 0, 0);
    for (const k of near.get(a.toArray().map((value) => Math.round(value * 50)).join())) if (faces[k][1].dot(own) > cosine) sum.add(faces[k][0]);
    (sum.lengthSq() ? sum.normalize() : sum.copy(own)).toArray(out, i * 3);
  }
  body.setAttribute("normal", new Float32BufferAttribute(out, 3));
}

// Add texture coordinates by the direction of each triangle; a texture repeats after so many mm. With `grain`, u runs
// along that axis.
function projected(body, across, along, grain = null) {
  const { position } = body.attributes, uv = new Float32Array(position.count * 2), a = new Vector3(), b = new Vector3(), c = new Vector3();
  for (let i = 0; i < position.count; i += 3) {
    a.fromBufferAttribute(position, i); b.fromBufferAttribute(position, i + 1); c.fromBufferAttribute(position, i + 2);
    const n = b.clone().sub(a).cross(c.clone().sub(a)), x = Math.abs(n.x), y = Math.abs(n.y), z = Math.abs(n.z);
    let [s, t] = z >= x && z >= y ? [0, 1] : x > y ? [1, 2] : [0, 2];
    if (t === grain) [s, t] = [t, s];
    [a, b, c].forEach((p, k) => {
      const at = p.toArray();
      uv.set([at[s] / across, at[t] / along], (i + k) * 2);
    });
  }
  body.setAttribute("uv", new Float32BufferAttribute(uv, 2));
}

// Draw white in the middle and black outside: the floor fades into the dark.
function fading() {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d");
  canvas.width = canvas.height = 256;
  const round = c.createRadialGradient(128, 128, 18, 128, 128, 92);
  round.addColorStop(0, "#fff");
  round.addColorStop(0.4, "#8a8a8a");
  round.addColorStop(1, "#000");
  c.fillStyle = round;
  c.fillRect(0, 0, 256, 256);
  return texture(canvas, false);
}
