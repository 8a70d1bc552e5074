import type { ServerFigure } from '@backlot/contract/servers/constants'
import type { Translate } from '../../language/language.ts'

/** A count, or whether there is such a thing at all. */
export function figureText(name: string, value: number, t: Translate<'servers'>): string {
  return name === 'encoder' ? t(value > 0 ? 'yes' : 'no') : value.toLocaleString()
}

/** Name of a count. One that only the platform knows keeps the platform's name. */
export const figureName = (name: string, t: Translate<'servers'>): string =>
  t(`figure.${name as ServerFigure}`, { defaultValue: name })

/** Counts of a part, on one line. */
export function figuresOf(figures: Readonly<Record<string, number>>, t: Translate<'servers'>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${figureName(name, t)} ${figureText(name, value, t)}`)
    .join(' · ')
}
