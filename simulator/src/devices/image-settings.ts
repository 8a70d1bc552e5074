/** How a camera's picture looks. */

/** `ON` keeps infrared out (colours), `OFF` lets it in (no colours), `AUTO` is the camera's choice. */
export const IR_CUT_MODES = ['ON', 'OFF', 'AUTO'] as const

/** Levels from 0 to 100; 50 changes nothing. */
export type ImageSettings = {
  brightness: number
  contrast: number
  saturation: number
  irCut: (typeof IR_CUT_MODES)[number]
}
