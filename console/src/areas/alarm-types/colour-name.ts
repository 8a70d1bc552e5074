import type { Translate } from '../../language/language.ts'

/** Colours that are offered side by side, by their names; any other can be mixed. */
export const PRESETS = {
  '#f5222d': 'red',
  '#fa541c': 'vermilion',
  '#fa8c16': 'orange',
  '#fadb14': 'yellow',
  '#52c41a': 'green',
  '#13c2c2': 'cyan',
  '#1677ff': 'blue',
  '#722ed1': 'purple',
  '#eb2f96': 'magenta',
  '#8c8c8c': 'grey',
} as const

/** Name of a colour, where it is one of the presets. */
export function colourName(hex: string, t: Translate<'alarmTypes'>): string {
  const name = PRESETS[hex.toLowerCase() as keyof typeof PRESETS]
  return name === undefined ? t('mixedColour') : t(`colourName.${name}`)
}
