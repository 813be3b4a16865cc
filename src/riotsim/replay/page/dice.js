// Dice: cubes with dimpled pips or signs, and other convex kinds with bevelled edges and numerals.

import { BoxGeometry, BufferGeometry, Color, Float32BufferAttribute, Mesh, MeshPhysicalMaterial, Vector2, Vector3 } from "three";
import { normals, texture } from "riotsim/textures";

const CELL = 256;
const IVORY = "#efe8d8";

const SPOTS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
};

export class DiceMaker {
  constructor(replay) {
    this.replay = replay;
    this.bodies = new Map();
    this.paints = new Map();
  }

  make(piece) {
    const kind = this.replay.kinds[piece.kind];
    if (!this.bodies.has(piece.kind)) this.bodies.set(piece.kind, kind.cube ? cube(kind) : solid(kind));
    const name = `${piece.kind} ${piece.seat}`;
    if (!this.paints.has(name)) {
      const seat = this.replay.seats[piece.seat];
      this.paints.set(name, kind.cube ? pipped(kind, seat, this.replay.signs) : numbered(kind, seat));
    }
    const mesh = new Mesh(this.bodies.get(piece.kind), this.paints.get(name));
    mesh.scale.setScalar(piece.size);
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
  }
}

function colours(seat) {
  const body = seat ? seat.colour : IVORY;
  const { r, g, b } = new Color(body);
  const dark = 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.34;
  return { body, ink: dark ? "#1d1b1a" : "#fbf6ea" };
}

function finish(maps) {
  return new MeshPhysicalMaterial({
    ...maps, roughness: 1, metalness: 0, clearcoat: 0.55, clearcoatRoughness: 0.22, envMapIntensity: 0.9, normalScale: new Vector2(1, 1),
  });
}

// The cell (of 3 by 2) of the atlas for each face of a BoxGeometry, in its order.
const SIDES = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

// The directions to the right and up of each cell, on the die.
const FRAMES = [
  [[0, 0, -1], [0, 1, 0]], [[0, 0, 1], [0, 1, 0]], [[1, 0, 0], [0, 0, -1]],
  [[1, 0, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0]], [[-1, 0, 0], [0, 1, 0]],
];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// Draw a sign: its icon, and its count over it with a gap around the digit. Lengths are shares of `reach`.
function drawSign(c, { paths, count }, sign, side, x, y, reach, ink, body) {
  const [right, up] = FRAMES[side];
  c.save();
  c.translate(x, y);
  c.rotate(Math.atan2(dot(sign.up, right), dot(sign.up, up)));
  c.scale(reach, reach);
  c.fillStyle = ink;
  c.save();
  c.translate(sign.icon.x, -sign.icon.y);
  c.scale(sign.icon.size, sign.icon.size);
  c.fill(new Path2D(paths[sign.icon.name]));
  c.restore();
  if (sign.count) {
    c.translate(count.x, -count.y);
    c.font = `800 100px system-ui, sans-serif`;
    c.textAlign = "center";
    const box = c.measureText(sign.count), high = box.actualBoundingBoxAscent + box.actualBoundingBoxDescent;
    c.scale(count.height / high, count.height / high);
    c.lineJoin = "round";
    c.lineWidth = (2 * count.gap * high) / count.height;
    c.strokeStyle = body;
    const rise = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
    c.strokeText(sign.count, 0, rise);
    c.fillText(sign.count, 0, rise);
  }
  c.restore();
}

const roundness = (kind) => Math.max(kind.rounding, 0.05);

// Build a cube of size 1 with rounded edges. Even a sharp one gets a slight bevel, which catches the light.
function cube(kind) {
  const round = roundness(kind), parts = 10, inner = 0.5 - round;
  const body = new BoxGeometry(1, 1, 1, parts, parts, parts);
  const { position, normal, uv } = body.attributes, p = new Vector3(), q = new Vector3();
  const row = (parts + 1) ** 2;
  // Most segments go into the rounding.
  const bend = (t) => {
    const s = Math.sign(t), a = Math.abs(t) * 2;
    return s * (a < 0.2 ? (inner * a) / 0.2 : inner + (round * (a - 0.2)) / 0.8);
  };
  for (let i = 0; i < position.count; i++) {
    p.fromBufferAttribute(position, i);
    p.set(bend(p.x), bend(p.y), bend(p.z));
    const side = Math.floor(i / row);
    const [su, sv] = [[2, 1], [2, 1], [0, 2], [0, 2], [0, 1], [0, 1]][side];
    const flat = p.toArray();
    q.copy(p).clampScalar(-inner, inner);
    p.sub(q).normalize();
    normal.setXYZ(i, p.x, p.y, p.z);
    q.addScaledVector(p, round);
    position.setXYZ(i, q.x, q.y, q.z);
    const turned = { 0: [-1, 1], 1: [1, 1], 2: [1, -1], 3: [1, 1], 4: [1, 1], 5: [-1, 1] }[side];
    const u = flat[su] * turned[0] + 0.5, v = flat[sv] * turned[1] + 0.5;
    uv.setXY(i, ((side % 3) + u) / 3, 1 - (Math.floor(side / 3) + 1 - v) / 2);
  }
  body.clearGroups();
  return body;
}

function pipped(kind, seat, signs) {
  const width = CELL * 3, height = CELL * 2, { body, ink } = colours(seat);
  const [canvas, c] = sheet(width, height, body);
  const rough = sheet(width, height, "rgb(0,88,0)");
  const heights = new Float32Array(width * height);
  SIDES.forEach((normal, side) => {
    const face = kind.faces.find((one) => one.normal.every((n, k) => Math.abs(n - normal[k]) < 0.01));
    if (!face) return;
    const ox = (side % 3) * CELL, oy = Math.floor(side / 3) * CELL, mx = ox + CELL / 2, my = oy + CELL / 2;
    if (face.sign) return drawSign(c, signs, face.sign, side, mx, my, CELL * (0.5 - roundness(kind)), ink, body);
    const spots = SPOTS[face.value];
    if (!spots) return label(c, String(face.value), mx, my, CELL * 0.5, ink);
    const reach = CELL * 0.255, radius = CELL * (face.value === 1 ? 0.125 : 0.088);
    if (face.value === 1 && seat && seat.symbol !== "●") {
      symbol(c, seat.symbol, mx, my, CELL * 0.17, ink);
      symbol(rough[1], seat.symbol, mx, my, CELL * 0.17, "rgb(0,150,0)");
      return;
    }
    for (const [x, y] of spots) {
      const px = mx + x * reach, py = my + y * reach;
      disc(c, px, py, radius, ink);
      disc(rough[1], px, py, radius, "rgb(0,140,0)");
      dent(heights, width, px, py, radius * 1.08);
    }
  });
  return finish({
    map: texture(canvas, true), roughnessMap: texture(rough[0], false), normalMap: texture(normals(heights, width, height, 11), false),
  });
}

// Draw a spherical hollow with a soft rim.
function dent(heights, width, px, py, radius) {
  for (let y = Math.floor(py - radius); y <= py + radius; y++) {
    for (let x = Math.floor(px - radius); x <= px + radius; x++) {
      const far = ((x - px) ** 2 + (y - py) ** 2) / radius ** 2;
      if (far < 1) heights[y * width + x] = -((1 - far) ** 1.15) * radius * 0.045;
    }
  }
}

function sheet(width, height, colour) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const c = canvas.getContext("2d");
  c.fillStyle = colour;
  c.fillRect(0, 0, width, height);
  return [canvas, c];
}

function disc(c, x, y, radius, colour) {
  c.fillStyle = colour;
  c.beginPath();
  c.arc(x, y, radius, 0, 7);
  c.fill();
}

export function symbol(c, name, x, y, r, colour) {
  c.fillStyle = colour;
  c.beginPath();
  if (name === "●") c.arc(x, y, r, 0, 7);
  else {
    const [sides, turn, k] = { "▲": [3, -Math.PI / 2, 1.18], "■": [4, -Math.PI / 4, 1.2], "◆": [4, -Math.PI / 2, 1.22] }[name] ?? [5, -Math.PI / 2, 1.1];
    for (let i = 0; i < sides; i++) {
      const a = turn + (i / sides) * Math.PI * 2, dy = sides === 3 ? r * 0.16 : 0;
      c[i ? "lineTo" : "moveTo"](x + k * r * Math.cos(a), y + dy + k * r * Math.sin(a));
    }
    c.closePath();
  }
  c.fill();
}

function label(c, text, x, y, size, colour, turn = 0) {
  c.save();
  c.translate(x, y);
  c.rotate(turn);
  c.fillStyle = colour;
  c.font = `700 ${size}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "alphabetic";
  const box = c.measureText(text);
  const rise = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  c.fillText(text, 0, rise);
  if (text === "6" || text === "9") c.fillRect(-size * 0.24, rise + size * 0.1, size * 0.48, size * 0.075);
  c.restore();
}

const BEVEL = 0.93;

// Return the sides of a convex kind: outline, frame of the side, and number.
function sides(kind) {
  const corners = kind.corners.map((one) => new Vector3(...one));
  const ways = [...kind.faces.map((face) => [face.normal, face.value]), ...kind.blank.map((normal) => [normal, null])];
  return ways.map(([way, value]) => {
    const normal = new Vector3(...way), far = Math.max(...corners.map((one) => normal.dot(one)));
    const own = corners.map((one, k) => k).filter((k) => normal.dot(corners[k]) > far - 1e-3);
    const middle = own.reduce((sum, k) => sum.add(corners[k]), new Vector3()).divideScalar(own.length);
    // A number stands upright towards the farthest corner: the tip of a d10's kite.
    const tip = own.reduce((a, b) => (corners[b].distanceTo(middle) > corners[a].distanceTo(middle) + 1e-4 ? b : a));
    const up = corners[tip].clone().sub(middle).normalize(), right = up.clone().cross(normal).normalize();
    const angle = (k) => { const d = corners[k].clone().sub(middle); return Math.atan2(d.dot(up), d.dot(right)); };
    own.sort((a, b) => angle(a) - angle(b));
    const reach = Math.max(...own.map((k) => corners[k].distanceTo(middle)));
    return { normal, value, own, middle, up, right, reach, corners };
  });
}

function solid(kind) {
  const all = sides(kind), grid = Math.ceil(Math.sqrt(all.length));
  const at = [], nm = [], uv = [];
  const drawn = new Map(); // corners of each side, drawn in
  all.forEach((side, s) => side.own.forEach((k) => drawn.set(`${s} ${k}`, side.corners[k].clone().sub(side.middle).multiplyScalar(BEVEL).add(side.middle))));
  const put = (side, s, point, normal) => {
    const d = point.clone().sub(side.middle).divideScalar(side.reach * 2.1);
    at.push(...point.toArray());
    nm.push(...normal.toArray());
    uv.push(((s % grid) + 0.5 + d.dot(side.right)) / grid, 1 - (Math.floor(s / grid) + 0.5 - d.dot(side.up)) / grid);
  };
  const triangle = (a, b, c) => {
    const facing = b[2].clone().sub(a[2]).cross(c[2].clone().sub(a[2])).dot(a[2]) > 0;
    for (const [s, normal, point] of facing ? [a, b, c] : [a, c, b]) put(all[s], s, point, normal);
  };
  const point = (s, k) => [s, all[s].normal, drawn.get(`${s} ${k}`)];
  const around = new Map();
  all.forEach((side, s) => {
    side.own.forEach((k, i) => {
      if (i > 1) triangle(point(s, side.own[0]), point(s, side.own[i - 1]), point(s, k));
      around.set(k, [...(around.get(k) ?? []), s]);
    });
    for (let t = 0; t < s; t++) { // the bevel along a shared edge
      const shared = side.own.filter((k) => all[t].own.includes(k));
      if (shared.length !== 2) continue;
      const [k, l] = shared;
      triangle(point(s, k), point(s, l), point(t, k));
      triangle(point(s, l), point(t, l), point(t, k));
    }
  });
  for (const [k, touching] of around) { // and the cap on a corner
    const out = all[touching[0]].corners[k].clone().normalize();
    const one = new Vector3(1, 0.3, 0.2).cross(out).normalize(), two = out.clone().cross(one);
    const angle = (s) => { const d = drawn.get(`${s} ${k}`); return Math.atan2(d.dot(two), d.dot(one)); };
    touching.sort((a, b) => angle(a) - angle(b));
    for (let i = 2; i < touching.length; i++) triangle(point(touching[0], k), point(touching[i - 1], k), point(touching[i], k));
  }
  const body = new BufferGeometry();
  body.setAttribute("position", new Float32BufferAttribute(at, 3));
  body.setAttribute("normal", new Float32BufferAttribute(nm, 3));
  body.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  return body;
}

function numbered(kind, seat) {
  const all = sides(kind), grid = Math.ceil(Math.sqrt(all.length)), cell = 192;
  const { body, ink } = colours(seat);
  const [canvas, c] = sheet(cell * grid, cell * grid, body);
  all.forEach((side, s) => {
    const x = ((s % grid) + 0.5) * cell, y = (Math.floor(s / grid) + 0.5) * cell;
    if (kind.down && all.length === 4) {
      // On a d4 the number at the foot of a side is that of the side below.
      side.own.forEach((k, i) => {
        const l = side.own[(i + 1) % side.own.length];
        const below = all.find((other) => other !== side && other.own.includes(k) && other.own.includes(l));
        const foot = side.corners[k].clone().add(side.corners[l]).divideScalar(2).sub(side.middle);
        const dx = foot.dot(side.right), dy = -foot.dot(side.up), far = Math.hypot(dx, dy);
        const place = cell * 0.125;
        if (below?.value != null) label(c, String(below.value), x + (dx / far) * place, y + (dy / far) * place, cell * 0.15, ink, Math.atan2(dy, dx) - Math.PI / 2);
      });
    } else if (side.value != null) label(c, String(side.value), x, y, cell * (side.own.length === 3 ? 0.2 : 0.3), ink);
  });
  return finish({ map: texture(canvas, true), roughnessMap: texture(sheet(4, 4, "rgb(0,80,0)")[0], false) });
}
