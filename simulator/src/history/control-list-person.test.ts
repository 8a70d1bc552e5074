import { AlarmDetail } from '@backlot/contract/alarms/entities'
import { expect, test } from 'vitest'
import { controlListPerson } from './control-list-person.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

test('a recognised person is the same for one seed and incident, and differs between incidents', () => {
  expect(controlListPerson(7, 'face-a1')).toEqual(controlListPerson(7, 'face-a1'))
  expect(controlListPerson(7, 'face-a1')).not.toEqual(controlListPerson(7, 'face-a2'))
  expect(controlListPerson(7, 'face-a1')).not.toEqual(controlListPerson(8, 'face-a1'))
})

test('identity cards carry birthday and sex and check by GB 11643 (weighted sum 1 modulo 11)', () => {
  for (let i = 0; i < 200; i++) {
    const person = AlarmDetail.parse(controlListPerson(7, `face-${i}`))
    const card = person.identityCard as string
    expect(card).toMatch(/^\d{17}[\dX]$/)
    expect(card.slice(6, 14)).toBe(person.birthday?.replaceAll('-', ''))
    expect(Number(card[16]) % 2).toBe(person.sex)
    const sum = [...card].reduce(
      (total, c, k) => total + (c === 'X' ? 10 : Number(c)) * (WEIGHTS[k] as number),
      0,
    )
    expect(sum % 11).toBe(1)
  }
})
