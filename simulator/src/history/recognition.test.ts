import { AlarmDetail } from '@backlot/contract/alarms/entities'
import { expect, test } from 'vitest'
import { type ListedPerson, recogniseAmong, recogniseDemoPersons } from './recognition.ts'

const person = (id: number, change: Partial<ListedPerson> = {}): ListedPerson => ({
  id,
  name: `P${id}`,
  label: 'A',
  identityCard: '',
  sex: 0,
  birthday: '1990-01-01',
  phoneNumber: '',
  addr: '',
  face: '/f',
  enabled: true,
  sinceMs: 0,
  ...change,
})
const many = Array.from({ length: 40 }, (_, nth) => person(nth + 1))
const incidents = Array.from({ length: 400 }, (_, nth) => `face-${nth}`)
const whoIn = (list: readonly ListedPerson[], atMs = 1000) => {
  const recognise = recogniseAmong(() => list)
  return incidents.map((incident) => recognise(7, incident, atMs)?.['personId'])
}

test('everybody is met at some time, and the same one in the same incident', () => {
  const met = whoIn(many)
  expect(new Set(met).size).toBe(40)
  expect(whoIn(many)).toEqual(met)
})

test("who goes from the list is met no more, and nobody else's incidents change", () => {
  const before = whoIn(many)
  const after = whoIn(many.filter(({ id }) => id !== 5))
  expect(after.includes(5)).toBe(false)
  expect(after.filter((id, at) => before[at] !== 5 && id !== before[at])).toEqual([])
})

test('who rests or came later is not looked for, and without anybody nobody is recognised', () => {
  const list = [person(1, { enabled: false }), person(2, { sinceMs: 5000 }), person(3)]
  expect(new Set(whoIn(list, 4000))).toEqual(new Set([3]))
  expect(new Set(whoIn(list, 6000))).toEqual(new Set([2, 3]))
  expect(new Set(whoIn([]))).toEqual(new Set([undefined]))
})

test('what is told fits the contract, with a score in percent', () => {
  const said = AlarmDetail.parse(recogniseDemoPersons(7)(7, 'face-1', 0))
  expect(said.score).toBeGreaterThanOrEqual(82)
  expect(said.score).toBeLessThanOrEqual(99)
  expect(said.face).toMatch(/^\/controlList\/portrait\/\d+$/)
})
