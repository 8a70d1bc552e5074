import { cardDisagrees, NewControlPerson, readIdentityCard } from '@backlot/contract/control-lists/entities'
import { expect, test } from 'vitest'
import { demoPersons } from './demo-persons.ts'

test('the persons of a seed are always the same, and others for another seed', () => {
  expect(demoPersons(7)).toEqual(demoPersons(7))
  expect(demoPersons(7)).not.toEqual(demoPersons(8))
})

test('each is one that the contract takes, with a card of its own that says birthday and sex', () => {
  for (const seed of [1, 7, 42]) {
    const persons = demoPersons(seed).map((person) =>
      NewControlPerson.parse({ ...person, face: '/controlList/portrait/1' }),
    )
    expect(new Set(persons.map(({ identityCard }) => identityCard)).size).toBe(persons.length)
    expect(persons.flatMap((person) => cardDisagrees(person) ?? [])).toEqual([])
    expect(new Set(persons.map(({ label }) => label)).size).toBe(4)
  }
})

test('identity cards are read by GB 11643: check character, calendar, sex', () => {
  // The example of the standard, and cards that must be refused.
  expect(readIdentityCard('11010519491231002X')).toEqual({ birthday: '1949-12-31', sex: 0 })
  expect(readIdentityCard('440524188001010014')).toBeUndefined()
  expect(readIdentityCard('110105194912310021')).toBeUndefined()
  expect(readIdentityCard('11010519491231002x')).toBeUndefined()
  expect(readIdentityCard('')).toBeUndefined()
})
