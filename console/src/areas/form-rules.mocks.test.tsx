import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PushRule } from '@backlot/contract/alarm-push/entities'
import { AlarmLevel, UserShield } from '@backlot/contract/alarm-types/entities'
import { AlarmTypeNode } from '@backlot/contract/alarms/entities'
import { ControlPerson } from '@backlot/contract/control-lists/entities'
import { DeviceType, ManagedDevice, ManagedGroup } from '@backlot/contract/device-admin/entities'
import { Channel } from '@backlot/contract/devices/entities'
import { exampleOf } from '@backlot/contract/example-of'
import { installInfo } from '@backlot/contract/installation/calls'
import { MonitoringPoint } from '@backlot/contract/installation/entities'
import { CaptureRule, MediaServer, RecordPlan } from '@backlot/contract/media-config/entities'
import { Preplan } from '@backlot/contract/preplans/entities'
import { ControllerChannel, SenseController } from '@backlot/contract/sense-controllers/entities'
import { SenseQuantity } from '@backlot/contract/sensors/dictionary-calls'
import { ServerState } from '@backlot/contract/servers/entities'
import { GenericTemplate, MeetingTemplate } from '@backlot/contract/templates/entities'
import { DeviceVersion } from '@backlot/contract/upgrades/entities'
import { Role, User } from '@backlot/contract/users/entities'
import { WorkOrder } from '@backlot/contract/work-orders/entities'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { indexAlarmTypes } from '../features/alarms/alarm-types.ts'
import { infoForm } from '../features/installation/install-card.tsx'
import { addForm as addPointForm, editForm as editPointForm } from '../features/installation/point-forms.tsx'
import { type FieldRules, rulesOf } from '../features/table-screen/field-rules.ts'
import { fieldFault, schemaOf } from '../features/table-screen/form-faults.ts'
import type { FormDescription, FormField } from '../features/table-screen/form-types.ts'
import { addRuleForm, editRuleForm } from './alarm-push/rule-form.tsx'
import { levelForm } from './alarm-types/level-table.tsx'
import { shieldForm } from './alarm-types/shield-table.tsx'
import {
  addTypeForm as addAlarmTypeForm,
  editTypeForm as editAlarmTypeForm,
} from './alarm-types/type-form.tsx'
import { addPersonForm, editPersonForm } from './control-lists/person-form.tsx'
import { addChannelForm, renameChannelForm } from './device-admin/channels-dialog.tsx'
import { addDeviceForm, editDeviceForm, moveDevicesForm } from './device-admin/device-form.tsx'
import { addGroupForm, moveGroupForm, renameGroupForm } from './device-admin/group-form.ts'
import { addTypeForm, editTypeForm } from './device-admin/type-form.tsx'
import { favouriteNameForm } from './live-video/favourite-name-form.ts'
import { mediaServerForm } from './media-config/media-server-form.tsx'
import { captureRuleForm, recordPlanForm } from './media-config/record-forms.ts'
import { addPlanForm, editPlanForm } from './preplans/plan-form.tsx'
import { addControllerForm, editControllerForm } from './sense-controllers/controller-form.tsx'
import { addQuantityForm, editQuantityForm } from './sense-dictionary/quantity-form.tsx'
import { addPlaceForm, movePlaceForm } from './sensors/bus-forms.tsx'
import { addressForm } from './servers/address-form.ts'
import { startForm, uploadForm } from './servers/upgrade-forms.tsx'
import { genericForm, meetingForm } from './templates/template-forms.tsx'
import { addRoleForm, editRoleForm } from './users/role-form.tsx'
import { addUserForm, editUserForm } from './users/user-form.tsx'
import { editOrderForm, newOrderForm } from './work-orders/order-form.tsx'

// Forms are described, none is drawn: nothing of the controls is needed.
vi.mock('antd', () => {
  const part: object = new Proxy(() => null, { get: (_, name) => (name === 'then' ? undefined : part) })
  return new Proxy({}, { has: () => true, get: (_, name) => (name === 'then' ? undefined : part) })
})
vi.mock('./users/place-field.tsx', () => ({ PlaceField: () => null }))
vi.mock('./device-admin/place-field.tsx', () => ({ PlaceField: () => null }))

const json = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
/** A record as the contract has it. */
const example = <Schema extends z.ZodType>(schema: Schema) => schema.parse(exampleOf(json(schema)))

const t = (key: string) => key
const nothing = () => undefined
const texts = { t, levelText: t }
const types = indexAlarmTypes([], 'en')
const users = {
  t,
  account: t,
  roles: [],
  groups: [],
  isUnbound: true,
  mayGiveType: true,
  mayProcessAgain: true,
}
const devices = { t, types: [example(DeviceType)], groups: [], groupId: undefined }
const push = { t, levelText: t, types, groups: [], onSecret: nothing }
const servers = { t, groups: [], boundTo: new Map(), isAlone: false }
const known = { sn: 'EX000011', version: 1, quantities: [] }
const line = { sn: 'EX000011', version: 1, places: [], sensors: [] }
const group = example(ManagedGroup)
const naming = { title: '', okText: '', label: '', name: '', save: async () => undefined, done: '' }

const FORMS: Readonly<Record<string, FormDescription>> = {
  addUser: addUserForm(users),
  editUser: editUserForm(users, example(User), false),
  addRole: addRoleForm(t),
  editRole: editRoleForm(t, example(Role)),
  addDevice: addDeviceForm(devices),
  editDevice: editDeviceForm(t, example(ManagedDevice)),
  moveDevices: moveDevicesForm(devices, [example(ManagedDevice)]),
  addDeviceType: addTypeForm(t),
  editDeviceType: editTypeForm(t, example(DeviceType)),
  addGroup: addGroupForm(t, undefined),
  renameGroup: renameGroupForm(t, group),
  moveGroup: moveGroupForm(t, group, [group], true),
  addChannel: addChannelForm(t, 'EX000011'),
  renameChannel: renameChannelForm(t, 'EX000011', example(Channel)),
  addPerson: addPersonForm(t, []),
  editPerson: editPersonForm(t, [], example(ControlPerson)),
  addMediaServer: mediaServerForm(servers),
  editMediaServer: mediaServerForm(servers, example(MediaServer)),
  recordPlan: recordPlanForm(t, { plan: example(RecordPlan) }),
  addCaptureRule: captureRuleForm(t),
  editCaptureRule: captureRuleForm(t, example(CaptureRule)),
  genericTemplate: genericForm(t, [], example(GenericTemplate)),
  meetingTemplate: meetingForm(t, example(MeetingTemplate)),
  addController: addControllerForm(t, []),
  editController: editControllerForm(t, [], example(SenseController)),
  addQuantity: addQuantityForm(t),
  editQuantity: editQuantityForm(t, example(SenseQuantity)),
  addAlarmType: addAlarmTypeForm(texts),
  editAlarmType: editAlarmTypeForm(texts, example(AlarmTypeNode)),
  alarmLevel: levelForm(texts, example(AlarmLevel)),
  shield: shieldForm(t, example(UserShield)),
  addPushRule: addRuleForm(push),
  editPushRule: editRuleForm(push, example(PushRule)),
  serverAddress: addressForm(t, t, example(ServerState), 1),
  uploadVersion: uploadForm(t),
  startUpgrade: startForm(t, example(DeviceVersion), nothing),
  addPreplan: addPlanForm(t),
  editPreplan: editPlanForm(t, example(Preplan)),
  addPlace: addPlaceForm(t, line),
  movePlace: movePlaceForm(t, line, example(ControllerChannel)),
  newOrder: newOrderForm(t, { alarms: [] }, nothing),
  editOrder: editOrderForm(t, example(WorkOrder)),
  favourite: favouriteNameForm(t, naming),
  addPoint: addPointForm(t, known),
  editPoint: editPointForm(t, known, example(MonitoringPoint)),
  installation: infoForm(t, example(installInfo.data)),
}

/** The rules of a field as the interface's description tells them. */
function toldRules(schema: z.ZodType): FieldRules {
  const { anyOf, ...alone } = json(schema)
  const members = (anyOf ?? [alone]).filter((member) => typeof member === 'object')
  const values = members.flatMap((one) => one.enum ?? ('const' in one ? [one.const] : []))
  const open = members.filter((one) => one.type !== 'null' && one.enum === undefined && !('const' in one))
  if (open.length === 0) return { choices: values }
  const { type, minLength, maxLength, minimum, maximum } = open[0] ?? {}
  const isNumber = type === 'number' || type === 'integer'
  return {
    ...(minLength !== undefined && values.length === 0 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(isNumber && { isInt: type === 'integer' }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  }
}

const entered = ['text', 'lines', 'number', 'select', 'tree', 'switch']
/** Fields whose names differ from the body's. */
const OWN = ['processAgain']

describe.each(Object.entries(FORMS))('the form %s', (_name, form) => {
  const fields = form.fields.filter(({ kind, name }) => entered.includes(kind) && !OWN.includes(name))
  const schema = (field: FormField) => z.custom<z.ZodType>().parse(schemaOf(form.schema, field))

  it('has fields that the contract knows, with its rules', () => {
    for (const field of fields) {
      expect(schema(field), field.name).toBeDefined()
      expect(rulesOf(schema(field)), field.name).toEqual(toldRules(schema(field)))
    }
  })

  it('offers what the contract takes, and all of it', () => {
    for (const field of fields) {
      if (field.kind !== 'select') continue
      const values = field.options.map(({ value }) => value)
      for (const value of values) expect(schema(field).safeParse(value).success, field.name).toBe(true)
      expect(values, field.name).toEqual(expect.arrayContaining([...(rulesOf(schema(field)).choices ?? [])]))
    }
  })

  it('refuses what is shorter, longer, less or more than the contract takes', () => {
    for (const field of fields.filter(({ schema: own }) => own === undefined)) {
      const { minLength = 0, maxLength, min, max } = rulesOf(schema(field))
      const wrong = [
        ...(minLength > 0 ? ['', 'x'.repeat(minLength - 1)] : []),
        ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
        ...(min === undefined ? [] : [min - 1]),
        ...(max === undefined ? [] : [max + 1]),
      ]
      for (const value of wrong)
        expect(fieldFault(form, field, { ...form.initial, [field.name]: value }, t), field.name).toBeDefined()
    }
  })
})

it('is held of every form that is described', () => {
  const sources = ['areas', 'features/installation'].flatMap((folder) =>
    filesIn(join(import.meta.dirname, '..', folder)),
  )
  const described = sources.flatMap((file) => readFileSync(file, 'utf8').match(/return describeForm</g) ?? [])
  const twice = ['addMediaServer', 'addCaptureRule']
  expect(Object.keys(FORMS).filter((name) => !twice.includes(name))).toHaveLength(described.length)
})

function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => join(folder, name))
}
