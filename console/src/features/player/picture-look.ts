/** How a picture is shown, in percent of what was received. */
export type PictureLook = { brightness: number; contrast: number }

export const PLAIN_LOOK: PictureLook = { brightness: 100, contrast: 100 }
/** Percent. Below, nothing is left to see; above, only extremes. */
export const LOOK_RANGE = { least: 40, most: 250, step: 5 } as const

export const isPlain = ({ brightness, contrast }: PictureLook): boolean =>
  brightness === PLAIN_LOOK.brightness && contrast === PLAIN_LOOK.contrast

/** The CSS filter of a look. */
export const lookFilter = (look: PictureLook): string =>
  isPlain(look) ? 'none' : `brightness(${look.brightness}%) contrast(${look.contrast}%)`
