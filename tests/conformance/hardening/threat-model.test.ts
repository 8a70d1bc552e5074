import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const rows = readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(---| who \|)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, who = '', way = '', against = '', proofs = '']) => ({ name: `${who}: ${way}`, against, proofs }))
const PROOF = /\[[^\]]+\]\(\.\.\/([^)]+)\) › ([^;|]+)/g

describe('the threat model', () => {
  it('has its rows', () => expect(rows.length).toBeGreaterThan(25))

  it.each(rows)('$name is proved by tests that there are', ({ against, proofs }) => {
    expect(against).not.toBe('')
    const named = [...proofs.matchAll(PROOF)]
    expect(named).toHaveLength(proofs.split(';').length)
    for (const [, file = '', title = ''] of named) {
      expect(existsSync(join(ROOT, file)), file).toBe(true)
      const test = readFileSync(join(ROOT, file), 'utf8')
      // A test, not a comment that speaks of one.
      const titles = [
        ...test.matchAll(/\(\s*(['"`])((?:(?!\1).)*)\1,\s*(?:async\s*)?\(|\(\s*(['"`])((?:(?!\3).)*)\3,/g),
      ]
      const wanted = title.trim()
      expect(
        titles.some(([, , one = '', , other = '']) => (one || other).startsWith(wanted)),
        wanted,
      ).toBe(true)
    }
  })
})

it("nothing of the platform calls out but pushes, the fleet's own devices, and traces where its owner says", () => {
  const callsOut = (text: string) => {
    const imports = [
      ...text.matchAll(/import \{([^}]*)\} from '(?:node:)?(?:net|http|https|tls|dgram|undici)'/g),
    ]
    const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim().split(' ')[0]))
    const opens = names.some((name) =>
      /^(connect|createConnection|request|get|fetch|createSocket)$/.test(name ?? ''),
    )
    return opens || /(?<![.\w])fetch\(|new WebSocket\(|\b(net|https?|tls)\.(connect|request|get)\(/.test(text)
  }
  const callers = readdirSync(join(ROOT, 'simulator/src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.|test-support/.test(file))
    .filter((file) => callsOut(readFileSync(join(ROOT, 'simulator/src', file), 'utf8')))
  expect(callers.sort()).toEqual([
    'areas/alarm-push/post-json.ts',
    // Machines of a cluster: to the Redis that they were given, and to their core.
    'cluster/core-link.ts',
    // Pictures that a platform orders of own cameras, to hosts on the list of --stream-allow.
    'composition/gb28181/upload-picture.ts',
    // Of edges, likewise.
    'edge/pull-live.ts',
    'fleet/uplinks/hj212/station-uplink.ts',
    'fleet/uplinks/jt808/vehicle-uplink.ts',
    // Devices of `backlot devices` alone.
    'fleet/uplinks/mqtt/mqtt-stream.ts',
    // The port takes media over UDP, and talk goes back to who sends.
    'gateways/jt1078/datagram-senders.ts',
    // To controllers in a file of the platform's owner.
    'gateways/modbus/modbus-master.ts',
    // To cameras that administrators add, on the list of --camera-allow, and to the group of discovery.
    'gateways/onvif/camera-http.ts',
    'gateways/onvif/discover-cameras.ts',
    // To the platform that they were told to sign in to, and on its connections.
    'gb28181/open-gb-device.ts',
    // To the address of who has signed in over RTSP, and to platforms that a device has signed in to.
    'media/bind-udp-pair.ts',
    // Where streams may be pushed, and to a terminal's platform.
    'media/jt1078/camera-link.ts',
    // Recordings, where streams may be pushed.
    'media/jt1078/ftp-upload.ts',
    'media/ps/tcp-caller.ts',
    // To cameras by the addresses that were given for them.
    'media/rtsp-pull/rtsp-client.ts',
    // Answers to who looks for cameras, and to the group of discovery on the network that it was given.
    'onvif/discovery/discovery-responder.ts',
    // Devices to their platform, answers to who asks.
    'sip/open-sip-net.ts',
    'sip/tcp-peers.ts',
    // To the address of an environment variable.
    'telemetry/open-telemetry.ts',
  ])
})
