import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KINDS } from '../../devices/kinds.ts'
import { INCIDENT_RULES } from '../../world/incidents/incident-rules.ts'
import { LEAKING_GASES } from '../../world/interventions.ts'
import { ALARM_SUB_TYPES, ALARM_TYPES } from './alarm-types.ts'

const inKebab = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()

test('every folder is a sub-type of the list', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const ofKinds = new Set(Object.values(KINDS).flatMap(({ alarmTypes = [] }) => alarmTypes))
  const listed = ALARM_TYPES.filter((each) => !ofKinds.has(each))
    .flatMap(({ subTypes }) => subTypes)
    .filter(({ condition, companion }) => condition ?? companion)
  expect(listed.map(({ subType }) => inKebab(subType)).toSorted()).toEqual(folders.toSorted())
})

test('every incident, and the leak of every gas, raises one sub-type', () => {
  const kinds = INCIDENT_RULES.map(({ kind }) => kind).filter((kind) => kind !== 'gasLeak')
  const raised = ALARM_SUB_TYPES.flatMap(({ incident }) => incident ?? [])
  expect(raised.toSorted()).toEqual([...kinds, ...LEAKING_GASES].toSorted())
})

test('no incident has two companions at once', () => {
  const companions = ALARM_SUB_TYPES.flatMap(({ companion }) => companion ?? [])
  for (const { incident, percent } of companions) {
    const others = companions.filter((each) => each.incident === incident && each.percent !== percent)
    for (const other of others)
      expect(other.percent[0] >= percent[1] || other.percent[1] <= percent[0]).toBe(true)
  }
})
