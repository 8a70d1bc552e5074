import { expect, it } from 'vitest'
import { linkOf } from './log-links.ts'

const row = (action: string, target: string, more: object = {}) => ({
  action,
  target,
  targetName: 'Guards',
  detail: {},
  result: 0,
  ...more,
})

it('leads to the list of the changed thing, by the name that it has since', () => {
  expect(linkOf(row('roles.update', '4'))).toEqual({ to: '/systemManange/rolesManage?name=Guards' })
  const detail = { before: { name: 'Guards' }, after: { name: 'Night & day' } }
  expect(linkOf(row('roles.update', '4', { detail }))).toEqual({
    to: '/systemManange/rolesManage?name=Night+%26+day',
  })
  expect(linkOf(row('deviceAdmin.updateType', '101'))).toEqual({
    to: '/systemManange/deviceTypeManage?text=Guards',
  })
})

it('leads to a device by its serial number, and opens alarms and work orders', () => {
  expect(linkOf(row('ptz.control', 'CAM1 / 2'))).toEqual({ to: '/systemManange/deviceManage?text=CAM1' })
  expect(linkOf(row('alarms.process', '17'))).toEqual({ alarmId: 17 })
  expect(linkOf(row('workOrders.step', '3'))).toEqual({ orderId: 3 })
})

it('leads nowhere from what is gone, was refused, or was several things', () => {
  expect(linkOf(row('users.delete', '4'))).toBeUndefined()
  expect(linkOf(row('users.update', '4', { result: 409 }))).toBeUndefined()
  expect(linkOf(row('alarms.read', '1, 2 … (9)'))).toBeUndefined()
  expect(linkOf(row('users.update', '4', { targetName: '' }))).toBeUndefined()
})
