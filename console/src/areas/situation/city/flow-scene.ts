import 'pixi.js/unsafe-eval'
import {
  Buffer,
  BufferUsage,
  Container,
  type Geometry,
  Mesh,
  Shader,
  Ticker,
  UniformGroup,
  WebGLRenderer,
} from 'pixi.js'
import type { CityModel } from './city-model.ts'
import type { CityView } from './city-view.ts'
import { ALONG, type Colour, FLOAT_BYTES, instanced, Marks, TRAIL_PARTS } from './marks.ts'
import { RIPPLES_MOST } from './ripple-pool.ts'
import {
  MARK_FRAGMENT,
  MARK_VERTEX,
  RIPPLE_FRAGMENT,
  RIPPLE_VERTEX,
  TRAIL_FRAGMENT,
  TRAIL_VERTEX,
} from './shaders.ts'
import { PIECE_NUMBERS } from './trail-ring.ts'

/** A wall is watched, not played: this is smooth from across a room at half the cost. */
const FRAMES_PER_SECOND = 30
/** For reduced motion. */
const CALM_FRAMES_PER_SECOND = 2
/** How long a trail is seen. */
const TRAIL_LIFE_S = 600
/** Length of a piece of trail, pixels. */
const PIECE_PX = 2.5
/** Interval of sending trails to the graphics card. */
const TRAIL_UPLOAD_MS = 250

const STANDING: Readonly<
  Record<'online' | 'offline' | 'alarm', { size: number; shape: number; colour: Colour }>
> = {
  online: { size: 3.4, shape: 0, colour: [0.44, 0.64, 0.82, 0.8] },
  offline: { size: 4.4, shape: 1, colour: [0.42, 0.48, 0.56, 0.7] },
  alarm: { size: 5.6, shape: 5, colour: [0.95, 0.64, 0.24, 0.85] },
}
const VEHICLE = { size: 13, shape: 4, colour: [0.82, 0.94, 1, 0.95] as Colour }
/** By level of the alarm: critical, important, ordinary, notice. */
const LEVELS: Readonly<Record<1 | 2 | 3 | 4, { shape: number; colour: Colour }>> = {
  1: { shape: 3, colour: [0.98, 0.36, 0.38, 1] },
  2: { shape: 2, colour: [0.97, 0.66, 0.22, 1] },
  3: { shape: 0, colour: [0.33, 0.66, 1, 1] },
  4: { shape: 1, colour: [0.62, 0.71, 0.8, 1] },
}
const RIPPLE_PX = 92
const ALARM_CORE_PX = 8.5

/**
 * Draws moving things on the map with pixi.js: trails of vehicles as fading light, the vehicles, fixed devices, and
 * alarms as ripples. A new one is made when the graphics context was lost; the model stays.
 */
export class FlowScene {
  readonly #model: CityModel
  readonly #renderer: WebGLRenderer
  readonly #ticker = new Ticker()
  readonly #stage = new Container()
  readonly #uniforms = new UniformGroup({
    uView: { value: new Float32Array([0, 0, 1, 1]), type: 'vec4<f32>' },
    uStage: { value: new Float32Array([1, 1]), type: 'vec2<f32>' },
    uClock: { value: new Float32Array([0, TRAIL_LIFE_S]), type: 'vec2<f32>' },
  })
  readonly #trailBuffer: Buffer
  readonly #trails: Geometry
  readonly #standing = new Marks(512)
  readonly #vehicles = new Marks(128)
  readonly #ripples = new Marks(RIPPLES_MOST)
  readonly #cores = new Marks(RIPPLES_MOST)
  readonly #parts: { mesh: Mesh<Geometry, Shader>; shader: Shader; geometry: Geometry }[] = []
  #view: CityView | undefined
  #standingVersion = -1
  #uploadedMs = 0
  frames = 0

  private constructor(model: CityModel, renderer: WebGLRenderer) {
    this.#model = model
    this.#renderer = renderer
    this.#trailBuffer = new Buffer({
      data: model.trails.data,
      usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
    })
    this.#trails = instanced(this.#trailBuffer, TRAIL_PARTS, ALONG)
    this.#trails.instanceCount = model.trails.count
    this.#add(this.#trails, TRAIL_VERTEX, TRAIL_FRAGMENT)
    this.#add(this.#standing.geometry, MARK_VERTEX, MARK_FRAGMENT)
    this.#add(this.#ripples.geometry, RIPPLE_VERTEX, RIPPLE_FRAGMENT)
    this.#add(this.#vehicles.geometry, MARK_VERTEX, MARK_FRAGMENT)
    this.#add(this.#cores.geometry, MARK_VERTEX, MARK_FRAGMENT)
    this.#ticker.maxFPS = matchMedia('(prefers-reduced-motion: reduce)').matches
      ? CALM_FRAMES_PER_SECOND
      : FRAMES_PER_SECOND
    this.#ticker.add(() => this.#draw(performance.now()))
  }

  /** Rejects where the browser has no WebGL. */
  static async create(canvas: HTMLCanvasElement, model: CityModel): Promise<FlowScene> {
    const renderer = new WebGLRenderer()
    await renderer.init({
      canvas,
      width: 16,
      height: 16,
      backgroundAlpha: 0,
      antialias: false,
      powerPreference: 'high-performance',
      hello: false,
    })
    return new FlowScene(model, renderer)
  }

  /** Shows the model in a view; the canvas is `density` times as fine as the stage. */
  show(view: CityView, density: number): void {
    this.#view = view
    this.#renderer.resize(view.width, view.height, density)
    const { uView, uStage } = this.#uniforms.uniforms
    uView.set([view.offsetX, view.offsetY, view.scale, view.height / 1080])
    uStage.set([view.width, view.height])
    this.#uniforms.update()
    this.#draw(performance.now())
  }

  /** Runs while the page is looked at. */
  run(on: boolean): void {
    if (on) this.#ticker.start()
    else this.#ticker.stop()
  }

  /** Gives back everything on the graphics card. */
  destroy(): void {
    this.#ticker.destroy()
    this.#stage.destroy()
    for (const { mesh, shader, geometry } of this.#parts) {
      mesh.destroy()
      shader.destroy(true)
      geometry.destroy(true)
    }
    this.#renderer.destroy()
  }

  #add(geometry: Geometry, vertex: string, fragment: string): void {
    const shader = Shader.from({ gl: { vertex, fragment }, resources: { stage: this.#uniforms } })
    const mesh = new Mesh<Geometry, Shader>({ geometry, shader })
    this.#parts.push({ mesh, shader, geometry })
    this.#stage.addChild(mesh)
  }

  #draw(nowMs: number): void {
    const view = this.#view
    if (!view || this.#renderer.context.isLost) return
    const model = this.#model
    const nowS = model.secondsAt(nowMs)
    this.#uniforms.uniforms.uClock[0] = nowS
    this.#uniforms.update()
    this.#vehicles.begin()
    const { size, shape, colour } = VEHICLE
    model.motion.each(
      nowMs,
      nowS,
      PIECE_PX / view.scale,
      (sn, { x, y }) => {
        if (!model.silent.has(sn)) this.#vehicles.add(x, y, size, shape, colour)
      },
      (piece) => model.trails.push(piece),
    )
    this.#vehicles.end()
    this.#uploadTrails(nowMs)
    this.#drawStanding()
    this.#drawRipples(nowS)
    this.#renderer.render({ container: this.#stage, clear: true })
    this.frames++
  }

  #uploadTrails(nowMs: number): void {
    if (nowMs - this.#uploadedMs < TRAIL_UPLOAD_MS) return
    const { trails } = this.#model
    const changed = trails.takeChanged()
    this.#trails.instanceCount = trails.count
    if (!changed) return
    this.#uploadedMs = nowMs
    this.#trailBuffer.update(changed.to * PIECE_NUMBERS * FLOAT_BYTES)
  }

  #drawStanding(): void {
    const { standing, standingVersion } = this.#model
    if (this.#standingVersion === standingVersion) return
    this.#standingVersion = standingVersion
    this.#standing.begin()
    // Devices in alarm lie over the others.
    for (const state of ['offline', 'online', 'alarm'] as const) {
      const { size, shape, colour } = STANDING[state]
      for (const mark of standing) {
        if (mark.state === state) this.#standing.add(mark.x, mark.y, size, shape, colour)
      }
    }
    this.#standing.end()
  }

  #drawRipples(nowS: number): void {
    const { ripples } = this.#model
    ripples.expire(nowS)
    this.#ripples.begin()
    this.#cores.begin()
    for (const { x, y, level, bornS } of ripples.list) {
      const { shape, colour } = LEVELS[level]
      this.#ripples.add(x, y, RIPPLE_PX, bornS, colour)
      this.#cores.add(x, y, ALARM_CORE_PX, shape, colour)
    }
    this.#ripples.end()
    this.#cores.end()
  }
}
