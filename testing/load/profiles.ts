import { ACTIONS, type ActionName } from './actions.ts'

/** Actions of virtual operators, by weight, and their think time in between. */
export type Profile = { weights: Partial<Record<ActionName, number>>; pauseMs: number }

export const PROFILES: Readonly<Record<string, Profile>> = {
  /** An operations room: much looking, some asking, a little video. */
  operations: {
    weights: { signIn: 1, tree: 12, map: 20, watch: 3, alarms: 30, history: 10 },
    pauseMs: 1000,
  },
  /** Alarm desks only. */
  alarms: { weights: { alarms: 10, history: 4 }, pauseMs: 500 },
  /** Map desks only. */
  map: { weights: { map: 10, tree: 3 }, pauseMs: 500 },
  /** A shift begins: everybody signs in, over and over. */
  'shift-change': { weights: { signIn: 10, tree: 5, alarms: 5 }, pauseMs: 200 },
}

/**
 * A profile by name, or its weights written out: 'tree=2,alarms=5', with 'pause=200' in milliseconds. A returned string
 * is a fault.
 */
export function parseProfile(text: string): Profile | string {
  const known = PROFILES[text]
  if (known) return known
  if (!text.includes('='))
    return `There is no profile '${text}': ${Object.keys(PROFILES).join(', ')}, or weights as in 'tree=2,alarms=5,pause=200'.`
  const weights: Partial<Record<ActionName, number>> = {}
  let pauseMs = 1000
  for (const part of text.split(',')) {
    const [name = '', digits = ''] = part.split('=').map((side) => side.trim())
    const value = Number(digits)
    if (digits === '' || !(value >= 0)) return `'${part}' in the profile: write name=number.`
    if (name === 'pause') pauseMs = value
    else if (name in ACTIONS) weights[name as ActionName] = value
    else return `'${name}' in the profile: there are ${Object.keys(ACTIONS).join(', ')} and pause.`
  }
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0)
  return total > 0 ? { weights, pauseMs } : 'The profile does nothing: give an action a weight.'
}

/** The action that a draw in [0, 1) falls on. */
export function chooseAction(profile: Profile, draw: number): ActionName {
  const entries = Object.entries(profile.weights) as [ActionName, number][]
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  let left = draw * total
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  return entries[entries.length - 1]![0]
}
