import { describe, expect, it } from 'vitest'
import { alarmPicture } from '../alarms/calls.ts'
import type { AnyCall } from '../call.ts'
import { CODES } from '../codes.ts'
import { deviceTree, gpsRealtime } from '../devices/calls.ts'
import { startLiveVideo } from '../live-video/calls.ts'
import { getInfo, login } from '../session/calls.ts'
import { readReply } from './call-reply.ts'
import { type CallParts, lacksCall, platformRequest } from './call-request.ts'
import { type AdapterEntry, readAdapter } from './platform-adapter.ts'
import { rewrittenAddress } from './stream-address.ts'

const request = (entry: AdapterEntry, call: unknown, parts: CallParts = {}) =>
  platformRequest(readAdapter(entry), call as AnyCall, parts)
const reply = (entry: AdapterEntry, call: unknown, body: unknown, status = 200, sent: CallParts = {}) =>
  readReply(readAdapter(entry), call as AnyCall, { status, body }, sent)

describe('a call on its way out', () => {
  it('goes by the contract when nothing differs; empty values are left out of a query', () => {
    expect(
      request('standard', deviceTree, { query: { parentId: 0, userId: undefined, childNode: '' } }),
    ).toEqual({
      method: 'GET',
      path: '/deviceTreetable/list?parentId=0',
      headers: {},
      body: undefined,
    })
    expect(request('standard', gpsRealtime, { body: { list: ['a'] } })).toEqual({
      method: 'POST',
      path: '/gps/realtime/data',
      headers: { 'Content-Type': 'application/json' },
      body: '{"list":["a"]}',
    })
    expect(request('standard', alarmPicture, { params: { id: 7, index: 0 } }).path).toBe('/alarm/picture/7/0')
  })

  it("has the platform's names for its fields, and what the platform wants besides", () => {
    const entry = {
      calls: {
        'session.login': {
          send: { loginName: 'user.name', password: 'verifycode', verifycode: 'password' },
          also: { client: 'web' },
        },
      },
    }
    const body = { loginName: 'ann', password: 'p', verifycode: 'v', verifyKey: 'k' }
    expect(JSON.parse(request(entry, login, { body }).body ?? '')).toEqual({
      user: { name: 'ann' },
      verifycode: 'p',
      password: 'v',
      verifyKey: 'k',
      client: 'web',
    })
  })

  it('goes where the platform has it: the longest start that fits, whole segments only', () => {
    const paths = {
      '/': '/gateway/',
      '/user': '/auth',
      '/user/login': '/sign-in',
      '/alarm/picture/:id': '/p/:id',
    }
    expect(request({ paths }, login).path).toBe('/sign-in')
    expect(request({ paths }, getInfo).path).toBe('/auth/getInfo')
    expect(request({ paths }, deviceTree).path).toBe('/gateway/deviceTreetable/list')
    expect(request({ paths }, alarmPicture, { params: { id: 7, index: 0 } }).path).toBe('/p/7/0')
    expect(request({ paths: { '/user/log': '/x' } }, login).path).toBe('/user/login')
  })

  it('changes its method, and its body into a form', () => {
    const calls = {
      'devices.tree': { method: 'POST', bodyAs: 'form', send: { parentId: 'pid' } },
      'devices.gpsRealtime': { method: 'GET' },
    } as const
    expect(request({ calls }, deviceTree, { query: { parentId: 0, childNode: 1 } })).toMatchObject({
      method: 'POST',
      path: '/deviceTreetable/list',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'childNode=1&pid=0',
    })
    expect(request({ calls }, gpsRealtime, { body: { list: ['a'] } })).toMatchObject({
      method: 'GET',
      path: '/gps/realtime/data?list=%5B%22a%22%5D',
      body: undefined,
    })
  })

  it('carries the session in the headers that the platform wants, once there is one', () => {
    const entry = { session: { headers: { Authorization: 'Bearer {sessionId}', 'X-Client': 'web' } } }
    expect(request(entry, getInfo, { sessionId: 's1' }).headers).toEqual({
      Authorization: 'Bearer s1',
      'X-Client': 'web',
    })
    expect(request(entry, getInfo).headers).toEqual({ 'X-Client': 'web' })
  })

  it('is not tried where the platform lacks it', () => {
    const adapter = readAdapter({ lacks: ['workOrders.*', 'session.clock'] })
    expect(
      ['workOrders.list', 'session.clock', 'session.login', 'workOrdersX.a'].map((name) =>
        lacksCall(adapter, name),
      ),
    ).toEqual([true, true, false, false])
  })
})

describe('a reply', () => {
  it('is read by the contract when nothing differs; codes may come as text', () => {
    expect(reply('standard', getInfo, { code: '0', message: 'fine', data: { a: 1 } })).toEqual({
      code: 0,
      msg: 'fine',
      data: { a: 1 },
    })
    expect(reply('standard', getInfo, { code: '20003', msg: 'no' })).toMatchObject({ code: 20003, msg: 'no' })
    for (const odd of [undefined, null, [], 'x', {}, { code: null }, { code: [] }, { code: 1.5 }])
      expect(reply('standard', getInfo, odd), JSON.stringify(odd)).toBeUndefined()
  })

  it.each([
    [{ code: 'errno', successIs: [200, '200'] }, { errno: 200 }, 0],
    [{ code: 'errno', successIs: [200] }, { errno: 0 }, CODES.failed],
    [{ code: 'result', successIs: ['ok'] }, { result: 'ok' }, 0],
    [{ code: 'result', successIs: ['ok'] }, { result: 'E_BUSY' }, CODES.failed],
    [{ code: 'result', successIs: ['ok'] }, { result: 'E_GONE' }, CODES.sessionExpired],
    [{ success: 'success', successIs: [true] }, { success: true, code: 7 }, 0],
    [{ success: 'success', successIs: [true] }, { success: false, code: 0 }, CODES.failed],
    [{ success: 'success', successIs: [true] }, { success: false, code: 9 }, 9],
    [{ code: 'head.status' }, { head: { status: 0 } }, 0],
  ])('is a success when its envelope says so: %j %j', (envelope, body, code) => {
    expect(reply({ envelope, codes: { E_GONE: 'sessionExpired' } }, getInfo, body)?.code).toBe(code)
  })

  it('without an envelope is judged by its HTTP status', () => {
    const entry = {
      envelope: { code: [], data: [] },
      codes: { 440: 'sessionExpired' },
    } satisfies AdapterEntry
    expect(reply(entry, getInfo, { a: 1 })).toEqual({ code: 0, msg: '', data: { a: 1 } })
    expect(reply(entry, getInfo, { message: 'gone' }, 440)).toMatchObject({
      code: CODES.sessionExpired,
      msg: 'gone',
    })
    expect(reply(entry, getInfo, undefined, 404)).toBeUndefined()
  })

  it("has its page under the platform's names, as a bare list, or as null", () => {
    const rows = [{ sn: 'a' }]
    const named = { envelope: { list: ['rows', 'records'], total: 'count' } }
    expect(reply(named, deviceTree, { code: 0, data: { records: rows, count: 9 } })?.data).toMatchObject({
      list: rows,
      total: 9,
    })
    expect(reply('standard', deviceTree, { code: 0, data: rows })?.data).toEqual({ list: rows, total: 1 })
    expect(reply('standard', gpsRealtime, { code: 0, data: rows })?.data).toEqual({ list: rows })
    for (const data of [null, { list: null }])
      expect(reply('nullLists', deviceTree, { code: 0, data })?.data).toMatchObject({ list: [], total: 0 })
    expect(reply('standard', deviceTree, { code: 0, data: { list: null } })?.data).toEqual({ list: null })
    // A call that answers no rows keeps its list to itself.
    expect(reply(named, getInfo, { code: 0, data: { rows } })?.data).toEqual({ rows })
  })

  it('has our names for its fields, filled in where the platform says nothing', () => {
    const calls = {
      'session.getInfo': {
        data: { userInfo: 'user', 'userInfo.loginName': 'user.account' },
        fill: { 'userInfo.systemFunction': 64 },
      },
      'devices.tree': { rows: { sn: 'code' }, fillRows: { nodeType: 0 } },
    }
    expect(reply({ calls }, getInfo, { code: 0, data: { user: { account: 'ann' } } })?.data).toMatchObject({
      userInfo: { loginName: 'ann', systemFunction: 64 },
    })
    const rows = [{ code: 'a' }, { code: 'b', nodeType: 1 }, 'odd']
    expect(reply({ calls }, deviceTree, { code: 0, data: { list: rows, total: 3 } })?.data).toMatchObject({
      list: [{ sn: 'a', nodeType: 0 }, { sn: 'b', nodeType: 1 }, 'odd'],
    })
  })

  it('has our names in the lists of its rows too', () => {
    const calls = {
      'devices.tree': {
        rows: { 'chnList[].chnId': 'eyes[].no', 'chnList[].name': 'eyes[].label.text' },
        fillRows: { 'chnList[].type': 0 },
      },
    }
    const rows = [{ eyes: [{ no: 1, label: { text: 'east' } }, 'odd'] }, { eyes: null }]
    expect(reply({ calls }, deviceTree, { code: 0, data: { list: rows, total: 2 } })?.data).toMatchObject({
      list: [{ chnList: [{ chnId: 1, name: 'east', type: 0 }, 'odd'] }, { eyes: null }],
    })
  })

  it("brings the session's id in its data, beside it, in a header, or not at all", () => {
    const body = { code: 0, token: 't', data: { userInfo: {}, key: 'k' } }
    const id = (session: NonNullable<Exclude<AdapterEntry, string>['session']>) =>
      readReply(readAdapter({ session }), login as unknown as AnyCall, {
        status: 200,
        body,
        header: (name) => (name === 'X-Auth' ? 'h' : null),
      })?.data
    expect(id({ name: 'key' })).toMatchObject({ sessionId: 'k' })
    expect(id({ in: 'reply', name: 'token' })).toMatchObject({ sessionId: 't' })
    expect(id({ in: 'header', name: 'X-Auth' })).toMatchObject({ sessionId: 'h' })
    expect(id({ in: 'cookie' })).toMatchObject({ sessionId: '' })
    expect(id({ name: 'none' })).not.toHaveProperty('sessionId')
  })

  it('gives stream addresses from parts of reply and call, and rewrites them', () => {
    const media = {
      templates: { 'liveVideo.start': { url: '/flv/{sn}_{chnId}/{stream.id}.flv' } },
      rewrites: [
        { from: '^rtmp://([^/:]+)(:\\d+)?/', to: 'http://$1:8080/' },
        { from: '$', to: '.flv' },
      ],
    }
    const sent = { body: { sn: 'a b', chnId: 0, streamType: 'main' } }
    expect(
      reply({ media }, startLiveVideo, { code: 0, data: { stream: { id: 7 } } }, 200, sent)?.data,
    ).toMatchObject({ url: '/flv/a%20b_0/7.flv' })
    expect(reply({ media }, startLiveVideo, { code: 0, data: {} }, 200, sent)?.data).toEqual({})
    expect(rewrittenAddress(readAdapter({ media }), 'rtmp://10.0.0.7:1935/live/1')).toBe(
      'http://10.0.0.7:8080/live/1.flv',
    )
  })
})
