// Models: painted miniatures on round bases, vehicles, and the labels above them.

import {
  BoxGeometry, BufferGeometry, CanvasTexture, Color, CylinderGeometry, Float32BufferAttribute, Group, LatheGeometry, LinearFilter, Mesh,
  MeshStandardMaterial, SRGBColorSpace, Sprite, SpriteMaterial, Vector2,
} from "three";
import { symbol } from "riotsim/dice";

const GREY = "#8b8d92";

export class FigureMaker {
  constructor(replay, turf) {
    this.replay = replay;
    this.shapes = replay.figures.map(painted);
    this.paint = new MeshStandardMaterial({ vertexColors: true, roughness: 0.62, envMapIntensity: 0.8 });
    this.rim = new MeshStandardMaterial({ color: "#1b1a1c", roughness: 0.5 });
    this.ground = new MeshStandardMaterial({ ...turf, color: "#b9ab93", roughness: 1 });
    this.liveries = new Map();
    this.bases = new Map();
  }

  livery(seat) {
    if (!this.liveries.has(seat)) {
      const color = new Color(this.replay.seats[seat]?.colour ?? GREY);
      this.liveries.set(seat, {
        cloth: new MeshStandardMaterial({ vertexColors: true, color, roughness: 0.66, envMapIntensity: 0.8 }),
        ring: new MeshStandardMaterial({ color, roughness: 0.35, envMapIntensity: 0.9 }),
      });
    }
    return this.liveries.get(seat);
  }

  make(piece) {
    const made = new Group(), { cloth, ring } = this.livery(piece.seat);
    if (piece.hull) this.vehicle(made, piece, cloth, ring);
    else {
      const parts = this.base(piece.base, piece.lift);
      made.add(new Mesh(parts.rim, this.rim), new Mesh(parts.ring, ring), new Mesh(parts.top, this.ground));
      for (const [shape, paint] of [[this.shapes[piece.figure].plain, this.paint], [this.shapes[piece.figure].livery, cloth]]) {
        if (!shape) continue;
        const body = new Mesh(shape, paint);
        body.position.z = piece.lift;
        made.add(body);
      }
    }
    made.traverse((one) => { one.castShadow = one.receiveShadow = true; });
    made.userData.tall = piece.hull ? 22 : piece.lift + this.shapes[piece.figure].tall;
    return made;
  }

  // A bevelled disc with a ring in the owner's colour and ground on top.
  base(diameter, lift) {
    if (!this.bases.has(diameter)) {
      const r = diameter / 2, turned = (points) => new LatheGeometry(points.map(([x, y]) => new Vector2(x, y)), 56).rotateX(Math.PI / 2);
      this.bases.set(diameter, {
        rim: turned([[0, 0.02], [r - 0.25, 0.02], [r, 0.3], [r - 0.15, 0.9]]),
        ring: turned([[r - 0.15, 0.9], [r - 0.75, lift - 0.55], [r - 1.2, lift - 0.15], [r - 1.7, lift]]),
        top: flat(turned([[r - 1.7, lift], [r * 0.6, lift + 0.12], [0, lift + 0.16]])),
      });
    }
    return this.bases.get(diameter);
  }

  vehicle(made, piece, cloth, ring) {
    const [long, wide] = piece.hull, box = (l, w, h, x, y, z, paint) => {
      const one = new Mesh(tinted(new BoxGeometry(l, w, h)), paint);
      one.position.set(x, y, z);
      made.add(one);
    };
    box(long, wide * 0.74, 3, 0, 0, 9, this.paint);
    box(long * 0.96, 2, 9, 0, wide * 0.36, 15, cloth);
    box(long * 0.96, 2, 9, 0, -wide * 0.36, 15, cloth);
    box(2, wide * 0.74, 9, -long * 0.47, 0, 15, cloth);
    box(2, wide * 0.74, 6, long * 0.47, 0, 13.5, cloth);
    for (const x of [-0.3, 0.3]) for (const y of [-0.44, 0.44]) {
      const wheel = new Mesh(new CylinderGeometry(9, 9, wide * 0.1, 28), this.rim), hub = new Mesh(new CylinderGeometry(3, 3, wide * 0.12, 18), ring);
      for (const one of [wheel, hub]) { one.position.set(long * x, wide * y, 9); made.add(one); }
    }
  }
}

// Merge the parts of a figure: those in its own colours, and those in its owner's. Light from above is painted on, as on
// real miniatures: surfaces that face up are lighter, those that face down have a dark wash.
function painted(parts) {
  const plain = [], livery = [];
  let tall = 0;
  for (const part of parts) {
    const body = new BufferGeometry();
    body.setAttribute("position", new Float32BufferAttribute(part.corners, 3));
    body.setIndex(part.triangles);
    body.computeVertexNormals();
    body.computeBoundingBox();
    tall = Math.max(tall, body.boundingBox.max.z);
    (part.livery ? livery : plain).push([body, part.livery ? [1, 1, 1] : new Color().setRGB(...part.colour, SRGBColorSpace).toArray()]);
  }
  return { plain: merged(plain, tall), livery: merged(livery, tall), tall };
}

function merged(bodies, tall) {
  if (!bodies.length) return null;
  const at = [], nm = [], rgb = [], index = [];
  for (const [body, colour] of bodies) {
    const { position, normal } = body.attributes, first = at.length / 3;
    at.push(...position.array);
    nm.push(...normal.array);
    for (let i = 0; i < position.count; i++) {
      const up = normal.getZ(i), light = (0.78 + 0.34 * up) * (0.82 + 0.26 * (position.getZ(i) / tall));
      rgb.push(colour[0] * light, colour[1] * light, colour[2] * light);
    }
    for (const i of body.index.array) index.push(first + i);
  }
  const out = new BufferGeometry();
  out.setAttribute("position", new Float32BufferAttribute(at, 3));
  out.setAttribute("normal", new Float32BufferAttribute(nm, 3));
  out.setAttribute("color", new Float32BufferAttribute(rgb, 3));
  out.setIndex(index);
  return out;
}

function tinted(body) {
  const rgb = new Float32Array(body.attributes.position.count * 3);
  for (let i = 0; i < rgb.length; i += 3) rgb.set(body.attributes.color ? [1, 1, 1] : [0.62, 0.55, 0.47], i);
  body.setAttribute("color", new Float32BufferAttribute(rgb, 3));
  return body;
}

// Add texture coordinates, projected from above.
function flat(body) {
  const { position, uv } = body.attributes;
  for (let i = 0; i < uv.count; i++) uv.setXY(i, position.getX(i) / 34, position.getY(i) / 34);
  return body;
}

// A small label with a model's name, its owner's symbol, and the number of dice in its tower.
export class Plates {
  constructor(replay) {
    this.replay = replay;
    this.known = new Map();
  }

  make() {
    const plate = new Sprite(new SpriteMaterial({ transparent: true, depthTest: false, depthWrite: false, toneMapped: false }));
    plate.renderOrder = 10;
    return plate;
  }

  show(plate, piece, tower) {
    const id = this.replay.names[piece.id] ?? piece.id, text = tower ? `${id}  ${tower}` : id, name = `${piece.seat} ${text}`;
    if (plate.userData.name === name) return;
    plate.userData.name = name;
    if (!this.known.has(name)) this.known.set(name, this.drawn(piece, tower));
    const made = this.known.get(name);
    plate.material.map = made.texture;
    plate.material.needsUpdate = true;
    plate.userData.wide = made.wide;
  }

  drawn(piece, tower) {
    const canvas = document.createElement("canvas"), c = canvas.getContext("2d"), seat = this.replay.seats[piece.seat];
    const id = this.replay.names[piece.id] ?? piece.id;
    const font = "600 26px system-ui, sans-serif", high = 40, count = tower ? String(tower) : "";
    c.font = font;
    const name = c.measureText(id).width, more = count ? c.measureText(count).width + 33 : 0, wide = Math.ceil(name + more + 50);
    canvas.width = wide;
    canvas.height = high;
    c.font = font;
    c.fillStyle = "rgba(16,17,20,.8)";
    c.beginPath(); c.roundRect(0, 0, wide, high, 20); c.fill();
    symbol(c, seat?.symbol ?? "●", 21, 20, 8.5, seat?.colour ?? GREY);
    c.fillStyle = "#f2efe8";
    c.textBaseline = "middle";
    c.fillText(id, 36, 21);
    if (count) {
      c.strokeStyle = c.fillStyle = tower >= 10 ? "#ff6b57" : tower >= 6 ? "#f0c75e" : "#b9bac0";
      c.lineWidth = 3;
      for (const y of [21, 9]) c.strokeRect(name + 49, y, 10, 9); // two dice, one on the other
      c.fillText(count, name + 67, 21);
    }
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.generateMipmaps = false;
    texture.minFilter = LinearFilter;
    return { texture, wide: wide / high };
  }
}
