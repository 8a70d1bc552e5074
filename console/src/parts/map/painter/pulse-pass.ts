import type { MarkerLook } from '../marker-look.ts'
import { FRAGMENT_HEAD, GlPass, type PaintView, VERTEX_HEAD } from './gl-pass.ts'

/** Rings grow from the first to the sum of both. */
const FROM_PX = 9
const GROWTH_PX = 22

const VERTEX = `\
${VERTEX_HEAD}
in vec2 offsets;
uniform vec4 ring;
out vec2 vPoint;
void main(void) {
  vPoint = corner * (ring.x + 2.0);
  gl_Position = toClip(onCanvas(offsets) + vPoint);
}
`

/** `ring`: radius and opacity; `tone`: colour. */
const FRAGMENT = `\
${FRAGMENT_HEAD}
uniform vec4 ring;
uniform vec3 tone;
in vec2 vPoint;
out vec4 fragColor;
void main(void) {
  float away = length(vPoint);
  float cover = 1.0 - smoothstep(ring.x - 0.5, ring.x + 0.5, away);
  float line = smoothstep(ring.x - 2.0, ring.x - 1.0, away);
  fragColor = vec4(tone, cover * ring.y * mix(0.16, 0.86, line));
}
`

/** Rings that run outwards from open alarms. */
export class PulsePass {
  readonly #gl: WebGL2RenderingContext
  readonly #pass: GlPass
  #look: MarkerLook | undefined

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#pass = new GlPass(gl, { vertex: VERTEX, fragment: FRAGMENT, attributes: { offsets: 2 } })
  }

  /** `alarmed`: places of the markers with alarms. */
  set(positions: Float32Array, alarmed: Uint32Array, look: MarkerLook): void {
    this.#look = look
    const offsets = new Float32Array(alarmed.length * 2)
    for (const [i, place] of alarmed.entries()) {
      offsets[i * 2] = positions[place * 2] as number
      offsets[i * 2 + 1] = positions[place * 2 + 1] as number
    }
    this.#pass.set('offsets', offsets, alarmed.length)
  }

  /** `phase` 0 … 1 is where the first of the two rings is. */
  draw(view: PaintView, origin: readonly [number, number], phase: number): void {
    const gl = this.#gl
    const [red, green, blue] = this.#look?.states.alarm ?? [0, 0, 0]
    for (const shift of [0, 0.5]) {
      const at = (phase + shift) % 1
      const left = 1 - at
      this.#pass.draw(view, origin, () => {
        gl.uniform4f(this.#pass.uniform('ring'), FROM_PX + at * GROWTH_PX, left * Math.sqrt(left), 0, 0)
        gl.uniform3f(this.#pass.uniform('tone'), red / 255, green / 255, blue / 255)
      })
    }
  }
}
