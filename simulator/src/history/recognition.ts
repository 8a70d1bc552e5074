import type { ControlPerson } from '@backlot/contract/control-lists/entities'
import { hash32, hashText, uniform } from '../world/hash.ts'
import type { AlarmDraft } from './alarm-draft.ts'
import { demoPersons } from './demo-persons.ts'

/** A person of a control list, as recognition knows it. */
export type ListedPerson = Omit<ControlPerson, 'version' | 'createTime' | 'updateTime'> & {
  /** Platform time from which cameras look for the person. */
  sinceMs: number
}

/**
 * Person that cameras recognise in an incident at a moment, in the form of the alarm; undefined when nobody is wanted.
 */
export type Recognise = (seed: number, incidentId: string, atMs: number) => AlarmDraft['detail']

const STREAM = { choice: 962, score: 964 }

/**
 * Recognition over a list: the same person for the same incident. Somebody more or less on the list changes few other
 * incidents (rendezvous hashing, Thaler and Ravishankar 1998).
 */
export function recogniseAmong(persons: () => readonly ListedPerson[]): Recognise {
  return (seed, incidentId, atMs) => {
    const incident = hashText(incidentId)
    let best: ListedPerson | undefined
    let most = -1
    for (const person of persons()) {
      if (!person.enabled || person.sinceMs > atMs) continue
      const weight = hash32(seed, incident, STREAM.choice, person.id)
      if (weight > most) [best, most] = [person, weight]
    }
    if (!best) return undefined
    const { id: personId, name, label, identityCard, sex, birthday, phoneNumber, addr, face } = best
    const score = Math.round(820 + 170 * uniform(seed, incident, STREAM.score, 0)) / 10
    return { personId, name, label, identityCard, sex, birthday, phoneNumber, addr, face, score }
  }
}

/** Recognition where nobody keeps lists: over those that a new platform has. */
export function recogniseDemoPersons(seed: number): Recognise {
  const persons = demoPersons(seed).map((person, nth) => ({
    ...person,
    id: nth + 1,
    face: `/controlList/portrait/${nth + 1}`,
    sinceMs: 0,
  }))
  return recogniseAmong(() => persons)
}
