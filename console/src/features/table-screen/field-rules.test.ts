import { VideoEncodeParam } from '@backlot/contract/device-config/entities'
import { RecordPlan } from '@backlot/contract/media-config/entities'
import { MapPoint } from '@backlot/contract/session/entities'
import { addRole, addUser, updateUser } from '@backlot/contract/users/calls'
import { expect, it } from 'vitest'
import { rulesOf, schemaAt } from './field-rules.ts'

const user = addUser.body.shape

it('reads lengths, through optional fields too', () => {
  expect(rulesOf(user.loginName)).toEqual({ minLength: 3, maxLength: 12 })
  expect(rulesOf(updateUser.body.shape.name)).toEqual({ minLength: 1, maxLength: 32 })
  expect(rulesOf(user.email)).toEqual({ maxLength: 255 })
  expect(rulesOf(user.phoneNumber)).toEqual({})
})

it('reads bounds of numbers, and choices', () => {
  expect(rulesOf(RecordPlan.shape.packMinutes)).toEqual({ isInt: true, min: 1, max: 240 })
  expect(rulesOf(MapPoint.shape.latitude)).toEqual({ isInt: false, min: -90, max: 90 })
  expect(rulesOf(addRole.body.shape.type)).toEqual({ choices: [1, 2, 3] })
  expect(rulesOf(RecordPlan.shape.recordMode).choices).toHaveLength(
    RecordPlan.shape.recordMode.options.length,
  )
})

it('finds the schema of a field below another', () => {
  expect(rulesOf(schemaAt(VideoEncodeParam, ['main', 'frameRate']))).toEqual({ isInt: true, min: 1, max: 30 })
  expect(schemaAt(VideoEncodeParam, ['main', 'none'])).toBeUndefined()
  expect(schemaAt(VideoEncodeParam, ['none', 'frameRate'])).toBeUndefined()
})

it('says nothing of lists, of what there is no schema of, and of what is no text, number or choice', () => {
  expect(rulesOf(addRole.body.shape.permission)).toEqual({})
  expect(rulesOf(undefined)).toEqual({})
  expect(rulesOf(user.singleLogin)).toEqual({})
})
