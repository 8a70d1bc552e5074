import { SHOW_ALL } from '../../features/map/marker-frame.ts'

/** Hours that the heat map of alarms looks back; 0 is off. */
export const HEAT_HOURS = [0, 1, 24, 168] as const
export type HeatHours = (typeof HEAT_HOURS)[number]

/** Layers that are on unless hidden. */
export const HIDEABLE = ['names', 'drawings', 'fences'] as const
export type Hideable = (typeof HIDEABLE)[number]

/** Layers that are off unless shown. */
export const OPTIONAL = ['traffic', 'weather'] as const
export type Optional = (typeof OPTIONAL)[number]

/** Settings of the map's contents; all of them are in the address. */
export type MapLook = {
  /** Bits of marker states and of glyphs. */
  states: number
  glyphs: number
  text: string
  ability: number
  /** -1 all, 1 online, 0 offline, as the tabs of the tree. */
  status: -1 | 0 | 1
  /** Id of the group whose devices alone are shown. */
  group: number | undefined
  hidden: readonly Hideable[]
  shown: readonly Optional[]
  heat: HeatHours
}

export const PLAIN_LOOK: MapLook = {
  ...SHOW_ALL,
  text: '',
  ability: 0,
  status: -1,
  group: undefined,
  hidden: [],
  shown: [],
  heat: 0,
}

/** The look of an address; missing and invalid values are defaults. */
export function readLook(search: URLSearchParams): MapLook {
  const whole = (name: string, usual: number) => {
    const value = Number(search.get(name) ?? Number.NaN)
    return Number.isInteger(value) && value >= 0 ? value : usual
  }
  const on = search.get('on')
  const group = whole('group', 0)
  const hidden = (search.get('hide') ?? '').split('.')
  const shown = (search.get('show') ?? '').split('.')
  const heat = whole('heat', 0)
  return {
    states: whole('states', SHOW_ALL.states),
    glyphs: whole('kinds', SHOW_ALL.glyphs),
    text: (search.get('text') ?? '').slice(0, 64),
    ability: whole('ability', 0),
    status: on === '1' ? 1 : on === '0' ? 0 : -1,
    group: group === 0 ? undefined : group,
    hidden: HIDEABLE.filter((layer) => hidden.includes(layer)),
    shown: OPTIONAL.filter((layer) => shown.includes(layer)),
    heat: HEAT_HOURS.find((hours) => hours === heat) ?? 0,
  }
}

/** The address with a look; defaults are left out. */
export function withLook(search: URLSearchParams, look: MapLook): URLSearchParams {
  const next = new URLSearchParams(search)
  const put = (name: string, value: string | number, usual: string | number) => {
    if (value === usual) next.delete(name)
    else next.set(name, String(value))
  }
  put('states', look.states, SHOW_ALL.states)
  put('kinds', look.glyphs, SHOW_ALL.glyphs)
  put('text', look.text, '')
  put('ability', look.ability, 0)
  put('on', look.status, -1)
  put('group', look.group ?? 0, 0)
  put('hide', look.hidden.join('.'), '')
  put('show', look.shown.join('.'), '')
  put('heat', look.heat, 0)
  return next
}
