import type { MarkerLook, Rgb } from './marker-look.ts'

const unit = (colour: Rgb): number[] => colour.map((part) => part / 255)

/** Uniforms of the colours that both shaders know, in the order of LOOK_BLOCK. */
export const LOOK_TYPES = {
  offline: 'vec3<f32>',
  online: 'vec3<f32>',
  processed: 'vec3<f32>',
  gpsLost: 'vec3<f32>',
  alarm: 'vec3<f32>',
  paper: 'vec3<f32>',
  halo: 'vec3<f32>',
  accent: 'vec3<f32>',
} as const

/** Members of a uniform block for LOOK_TYPES. */
export const LOOK_BLOCK = Object.keys(LOOK_TYPES)
  .map((name) => `  vec3 ${name};`)
  .join('\n')

export function lookUniforms(look: MarkerLook): Record<keyof typeof LOOK_TYPES, number[]> {
  const { states, paper, halo, accent } = look
  return {
    offline: unit(states.offline),
    online: unit(states.online),
    processed: unit(states.processed),
    gpsLost: unit(states.gpsLost),
    alarm: unit(states.alarm),
    paper: unit(paper),
    halo: unit(halo),
    accent: unit(accent),
  }
}
