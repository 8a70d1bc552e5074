import { LOOK_TYPES, lookUniforms } from '../look-block.ts'
import type { MarkerLook } from '../marker-look.ts'

/** A look as the shaders' uniform block has it: each colour takes the room of four floats (std140). */
export function lookFloats(look: MarkerLook): number[] {
  const colours = lookUniforms(look)
  return (Object.keys(LOOK_TYPES) as (keyof typeof LOOK_TYPES)[]).flatMap((name) => [...colours[name], 0])
}
