// The scene: light, camera, and every piece at its place.

import {
  ACESFilmicToneMapping, BackSide, Color, DirectionalLight, Group, Mesh, MeshBasicMaterial, PCFShadowMap, PMREMGenerator, PerspectiveCamera,
  PlaneGeometry, Quaternion, Scene, SphereGeometry, Vector3, WebGLRenderer, OrbitControls,
} from "three";
import { last } from "riotsim/data";
import { DiceMaker } from "riotsim/dice";
import { FigureMaker, Plates } from "riotsim/figures";
import { Patches } from "riotsim/patches";
import { CoinMaker, Scenery } from "riotsim/scenery";
import { smudge } from "riotsim/textures";

export class Stage {
  constructor(canvas, replay) {
    this.replay = replay;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.inSoftware = drawnInSoftware(this.renderer);
    this.scene = new Scene();
    const { width, depth, tray } = replay.table;
    this.wide = tray ? Math.max(width, tray.at[0] + tray.width) - Math.min(0, tray.at[0]) : width; // with the tray beside it
    this.middle = new Vector3(this.wide / 2 + Math.min(0, tray?.at[0] ?? 0), depth / 2, 0);
    this.size = Math.hypot(this.wide, depth);
    this.light();
    this.camera = new PerspectiveCamera(replay.camera.lens, 1, 20, 8000);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    Object.assign(this.orbit, { enableDamping: true, dampingFactor: 0.12, maxPolarAngle: 1.5, minDistance: 60, maxDistance: this.size * 3, zoomToCursor: true });
    this.orbit.addEventListener("start", () => { this.goal = null; this.onGrab?.(); });
    this.build();
    if (this.inSoftware) this.plainer();
    this.overview(true);
  }

  light() {
    const { middle, size } = this;
    const sun = (this.sun = new DirectionalLight("#fff1dc", 2.35));
    sun.position.set(middle.x - size * 0.5, middle.y - size * 0.46, size * 0.92);
    sun.target.position.copy(middle);
    sun.castShadow = true;
    sun.shadow.mapSize.set(4096, 4096);
    const reach = size * 0.6;
    Object.assign(sun.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: size * 0.2, far: size * 2.2 });
    sun.shadow.radius = 3.2;
    sun.shadow.bias = -0.0004;
    sun.shadow.normalBias = 0.5;
    this.scene.add(sun, sun.target);
    const rim = new DirectionalLight("#9db8e6", 0.5);
    rim.position.set(middle.x + size * 0.7, middle.y + size * 0.8, size * 0.5);
    rim.target.position.copy(middle);
    this.scene.add(rim, rim.target);
    this.scene.environment = room(this.inSoftware ? new SmallGenerator(this.renderer) : new PMREMGenerator(this.renderer));
    this.scene.environmentIntensity = 0.85;
  }

  build() {
    const { replay, scene } = this, scenery = new Scenery(replay);
    scene.add(scenery.table());
    this.patches = new Patches(replay.patches, replay.table.surface);
    scene.add(this.patches.group);
    for (const piece of replay.terrain) scene.add(scenery.make(piece));
    const makers = { die: new DiceMaker(replay), token: new CoinMaker(), model: new FigureMaker(replay, scenery.of("turf")) };
    this.plates = new Plates(replay);
    const dark = smudge();
    this.actors = replay.tracks.map((track) => {
      const { piece } = track, body = makers[piece.type].make(piece), holder = new Group();
      holder.add(body);
      const wide = piece.type === "die" ? piece.size * 1.75 : piece.type === "token" ? piece.diameter * 1.35 : (piece.base ?? piece.hull[1]) * 1.5;
      const shade = new Mesh(new PlaneGeometry(wide, wide), new MeshBasicMaterial({ map: dark, transparent: true, depthWrite: false, toneMapped: false }));
      shade.renderOrder = 1;
      scene.add(holder, shade);
      const actor = { track, holder, shade, half: piece.type === "die" ? piece.size / 2 : piece.type === "token" ? piece.thickness / 2 : 0 };
      if (piece.type === "model") {
        actor.plate = this.plates.make();
        actor.tall = body.userData.tall;
        scene.add(actor.plate);
      }
      return actor;
    });
    // Ground for the soft shadows.
    this.floors = replay.terrain.filter((piece) => piece.box && /platform|stage|deck/i.test(piece.name));
  }

  // Put every piece where it is at a time (ms).
  at(ms) {
    const one = new Quaternion(), two = new Quaternion(), up = new Vector3();
    const { drawn } = this.replay, [, places] = drawn[Math.max(last(drawn, ms, ([from]) => from), 0)];
    if (places !== this.places) this.patches.show((this.places = places));
    for (const actor of this.actors) {
      const { track, holder, shade, plate } = actor, size = presence(track.piece.spans, ms, this.replay.fade);
      holder.visible = shade.visible = size > 0;
      if (plate) plate.visible = this.names && size > 0.5;
      if (!holder.visible) continue;
      const { times, places, turns } = track, k = Math.max(last(times, ms), 0), l = Math.min(k + 1, times.length - 1);
      const share = l === k ? 0 : Math.min(Math.max((ms - times[k]) / (times[l] - times[k]), 0), 1);
      holder.position.set(...places.map((column) => column[k] + (column[l] - column[k]) * share));
      one.set(...turns.map((column) => column[k])).normalize();
      two.set(...turns.map((column) => column[l])).normalize();
      holder.quaternion.copy(one).slerp(two, share);
      holder.scale.setScalar(size);
      this.shade(actor, size, up);
      if (plate) this.name(actor, ms);
    }
  }

  shade({ holder, shade, half, track }, size, up) {
    const { x, y, z } = holder.position, floor = this.under(x, y);
    const high = Math.max(0, z - half * size - floor);
    shade.material.opacity = Math.max(0, 0.62 - high / 26) * size;
    shade.visible = shade.material.opacity > 0.01;
    shade.position.set(x, y, floor + 0.12 + 0.02 * half);
    shade.rotation.z = track.piece.type === "die" ? 2 * Math.atan2(holder.quaternion.z, holder.quaternion.w) : 0;
    shade.scale.setScalar(1 + high / 30);
    if (track.piece.type === "model" && up.set(0, 0, 1).applyQuaternion(holder.quaternion).z < 0.5) shade.scale.setScalar(1.1);
  }

  under(x, y) {
    for (const { at, heading, box } of this.floors) {
      const dx = x - at[0], dy = y - at[1], c = Math.cos(heading), s = Math.sin(heading);
      if (Math.abs(dx * c + dy * s) < box[0] / 2 && Math.abs(dy * c - dx * s) < box[1] / 2) return box[2];
    }
    return 0;
  }

  name({ track, holder, plate, tall }, ms) {
    const counts = this.replay.towers[track.piece.id] ?? [], k = last(counts, ms, ([at]) => at);
    this.plates.show(plate, track.piece, k < 0 ? 0 : counts[k][1]);
    const up = new Vector3(0, 0, 1).applyQuaternion(holder.quaternion);
    plate.position.copy(holder.position).addScaledVector(up, tall * (up.z > 0.5 ? 1 : 0.5));
    plate.position.z += up.z > 0.5 ? 9 : 16;
    // Labels keep their size at any distance.
    const far = plate.position.distanceTo(this.camera.position), high = far * this.tan * (40 / Math.max(this.high ?? 700, 320));
    plate.scale.set(high * plate.userData.wide, high, 1);
  }

  resize(width, height, ratio) {
    this.high = height;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  // Return the distance from which the whole table is seen.
  get far() {
    const { table: { depth }, camera: view } = this.replay, high = 2 * this.tan;
    return Math.max((this.wide + view.side_margin) / (high * this.camera.aspect) + depth * view.near_edge, depth * (view.foreshortened / high + view.far_edge));
  }

  // Return the tangent of half the vertical field of view.
  get tan() {
    return Math.tan((this.replay.camera.lens * Math.PI) / 360);
  }

  overview(now = false) {
    const from = new Vector3(0, -0.79, 0.7).normalize();
    this.goal = { target: this.middle.clone().add(new Vector3(0, -this.replay.table.depth * 0.02, 0)), from, far: this.far };
    if (now) this.jump();
  }

  // Look at a place from nearer, from the side on which the camera is.
  look(x, y) {
    const from = this.camera.position.clone().sub(this.orbit.target).normalize();
    const { width, depth } = this.replay.table, pull = 0.72;
    const target = new Vector3(width / 2 + (x - width / 2) * pull, depth / 2 + (y - depth / 2) * pull, 8);
    this.goal = { target, from, far: this.far * 0.58 };
  }

  jump() {
    if (!this.goal) return;
    const { target, from, far } = this.goal;
    this.orbit.target.copy(target);
    this.camera.position.copy(target).addScaledVector(from, far);
    this.goal = null;
  }

  // Move the camera on by some seconds; return whether it still moves.
  step(seconds) {
    let moving = false;
    if (this.goal) {
      const { target, from, far } = this.goal, share = 1 - Math.exp(-seconds * this.replay.camera.damping);
      const arm = this.camera.position.clone().sub(this.orbit.target), way = arm.clone().normalize().lerp(from, share).normalize();
      const long = arm.length() + (far - arm.length()) * share;
      this.orbit.target.lerp(target, share);
      this.camera.position.copy(this.orbit.target).addScaledVector(way, long);
      moving = this.orbit.target.distanceTo(target) > 0.4 || Math.abs(long - far) > 0.6 || way.distanceTo(from) > 0.002;
      if (!moving) this.goal = null;
    }
    return this.orbit.update() || moving;
  }

  // Use softer shadows of fewer samples, for slow machines.
  plainer() {
    const { shadow } = this.sun;
    if (shadow.mapSize.x <= 1024) return;
    shadow.mapSize.multiplyScalar(0.5);
    shadow.map?.dispose();
    shadow.map = null;
  }

  draw() {
    this.renderer.render(this.scene, this.camera);
  }
}

// Return whether a software renderer draws.
function drawnInSoftware(renderer) {
  const gl = renderer.getContext(), about = gl.getExtension("WEBGL_debug_renderer_info");
  return about !== null && /swiftshader|llvmpipe|software/i.test(gl.getParameter(about.UNMASKED_RENDERER_WEBGL));
}

// Return a piece's scale from 0 to 1: it grows when it comes, and shrinks when it goes.
function presence(spans, ms, fade) {
  for (const [from, to] of spans) {
    if (ms < from || ms > to + fade) continue;
    const come = from === 0 ? 1 : Math.min((ms - from) / fade, 1), go = ms > to ? 1 - (ms - to) / fade : 1;
    const size = Math.min(come, go);
    if (size > 0) return size * size * (3 - 2 * size);
  }
  return 0;
}

// Software takes ten seconds to blur reflections of 256 points a side, and three.js sets no smaller size. Nothing on the
// table is so smooth that fewer points are seen.
class SmallGenerator extends PMREMGenerator {
  _setSize() { this._cubeSize = 64; }
}

// The environment that the table mirrors: a dark room with a large lamp above and windows at the sides.
function room(maker) {
  const scene = new Scene();
  const shell = new Mesh(new SphereGeometry(10, 32, 24), new MeshBasicMaterial({ color: "#4a4540", side: BackSide }));
  const floor = new Mesh(new PlaneGeometry(30, 30), new MeshBasicMaterial({ color: "#231d18" }));
  floor.position.z = -3;
  scene.add(shell, floor);
  const lamp = (color, strength, wide, high, x, y, z) => {
    const one = new Mesh(new PlaneGeometry(wide, high), new MeshBasicMaterial({ color: new Color(color).multiplyScalar(strength), side: 2 }));
    one.position.set(x, y, z);
    one.up.set(0, 1, 0.01);
    one.lookAt(0, 0, 0);
    scene.add(one);
  };
  lamp("#fff3e0", 9, 5, 3.2, -1.5, -1.5, 6.5);
  lamp("#cfe0ff", 5, 2.4, 5, 7.5, 3, 2.6);
  lamp("#ffdcb0", 4, 2.4, 4.4, -7.6, 2, 2.2);
  lamp("#ffffff", 2.4, 7, 1.3, 0, 8, 3.4);
  const made = maker.fromScene(scene, 0.035).texture;
  maker.dispose();
  return made;
}
