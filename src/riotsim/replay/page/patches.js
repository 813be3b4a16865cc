// What is drawn on the table itself: squares of a board and other areas, with outlines and names.

import { BufferGeometry, Float32BufferAttribute, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, PlaneGeometry, Vector2 } from "three";
import { felt, repeated, texture, wood } from "riotsim/textures";

const LINE = 3.5; // width of an outline (mm)
const ABOVE = 0.5; // drawing order: after the floor and the bed, before the shadows under the pieces

// All patches of a game; `show` shows those at some places of the list.
export class Patches {
  constructor(list, surface) {
    this.group = new Group();
    this.list = list;
    this.grain = surface === "wood";
    this.paints = new Map();
    this.made = list.map((one, number) => this.make(one, number / (10 * list.length), number));
  }

  show(places) {
    const shown = new Set(places);
    this.made.forEach((meshes, number) => { for (const mesh of meshes) mesh.visible = shown.has(number); });
  }

  make(one, order, number) {
    const made = [];
    if (one.fill) made.push(this.put(sheet(one.parts, 180, this.grain ? 0.618 * number : 0), this.paint(one), order));
    if (one.lines) made.push(this.put(ribbons(one.lines), new MeshStandardMaterial({ color: one.edge, roughness: 0.8, opacity: 0.9, ...flat(-3) }), 0.2));
    if (one.name) {
      const { map, wide } = written(one.name), high = one.size / 0.52;
      const mesh = this.put(new PlaneGeometry(high * wide, high), new MeshBasicMaterial({ map, color: one.ink, opacity: 0.85, ...flat(-4) }), 0.3);
      mesh.position.set(...one.at, 0);
      made.push(mesh);
    }
    return made;
  }

  put(body, paint, order) {
    const mesh = new Mesh(body, paint);
    mesh.renderOrder = ABOVE + order;
    mesh.receiveShadow = true;
    this.group.add(mesh);
    return mesh;
  }

  // Return the material of a fill: the table's own cloth or wood in another colour.
  paint({ fill, opacity }) {
    const kind = `${fill} ${opacity}`;
    if (!this.paints.has(kind)) {
      this.maps ??= this.grain ? wood([255, 255, 255], [196, 176, 156], 0.5, 7) : felt([255, 255, 255]);
      const look = { roughness: 1, envMapIntensity: 0.5, normalScale: new Vector2(0.4, 0.4) };
      this.paints.set(kind, new MeshStandardMaterial({ ...repeated(this.maps, 1, 1), ...look, color: fill, opacity, ...flat(-2) }));
    }
    return this.paints.get(kind);
  }
}

// Return the properties of a material that lies on the table, over others with a larger offset.
function flat(offset) {
  return { transparent: true, depthWrite: false, polygonOffset: true, polygonOffsetFactor: offset, polygonOffsetUnits: offset };
}

// Return convex polygons as a mesh; a texture repeats after so many mm.
function sheet(parts, repeat, moved) {
  const at = [], uv = [], index = [];
  for (const points of parts) {
    const first = at.length / 3;
    for (const [x, y] of points) {
      at.push(x, y, 0);
      uv.push(x / repeat + moved, y / repeat + 2.7 * moved);
    }
    for (let k = 1; k < points.length - 1; k++) index.push(first, first + k, first + k + 1);
  }
  return mesh(at, uv, index);
}

// Return lines as a mesh of ribbons. A line that ends at its first point is closed.
function ribbons(lines) {
  const at = [], uv = [], index = [];
  for (const line of lines) {
    const closed = Math.hypot(line[0][0] - line.at(-1)[0], line[0][1] - line.at(-1)[1]) < 0.05;
    const points = closed ? line.slice(0, -1) : line, count = points.length, first = at.length / 3;
    const way = (k) => {
      const [a, b] = [points[(k + count) % count], points[(k + 1) % count]], long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      return [(b[0] - a[0]) / long, (b[1] - a[1]) / long];
    };
    points.forEach(([x, y], k) => {
      const before = way(closed || k > 0 ? k - 1 : 0), after = way(closed || k < count - 1 ? k : count - 2);
      const out = [before[0] + after[0], before[1] + after[1]], long = Math.hypot(...out) || 1;
      const [c, s] = [out[0] / long, out[1] / long], half = LINE / 2 / Math.max(c * before[0] + s * before[1], 0.5);
      at.push(x - s * half, y + c * half, 0, x + s * half, y - c * half, 0);
      uv.push(0, 0, 0, 0);
    });
    for (let k = 0; k < count - (closed ? 0 : 1); k++) {
      const a = first + 2 * k, b = first + 2 * ((k + 1) % count);
      index.push(a, a + 1, b, a + 1, b + 1, b);
    }
  }
  return mesh(at, uv, index);
}

function mesh(at, uv, index) {
  const body = new BufferGeometry();
  body.setAttribute("position", new Float32BufferAttribute(at, 3));
  body.setAttribute("normal", new Float32BufferAttribute(at.map((_, k) => (k % 3 === 2 ? 1 : 0)), 3));
  body.setAttribute("uv", new Float32BufferAttribute(uv, 2));
  body.setIndex(index);
  return body;
}

// Return the ink of a name as a texture, and its width over its height.
function written(name) {
  const canvas = document.createElement("canvas"), c = canvas.getContext("2d"), high = 128, font = `${high * 0.72}px "DejaVu Sans", sans-serif`;
  c.font = font;
  canvas.width = Math.min(Math.ceil(c.measureText(name).width + high * 0.3), 2048);
  canvas.height = high;
  Object.assign(c, { font, fillStyle: "#fff", textAlign: "center", textBaseline: "middle" });
  c.fillText(name, canvas.width / 2, high * 0.52, canvas.width);
  return { map: texture(canvas, true), wide: canvas.width / high };
}
