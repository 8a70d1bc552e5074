// Codecs of the media and device protocols, with right messages of each to begin with.

import { readChallenge } from '@backlot/simulator/wire/digest/challenges'
import { digestChallenges, isDigestOf, readDigest } from '@backlot/simulator/wire/digest/digest-auth'
import { CATALOG } from '@backlot/simulator/wire/gb28181/manscdp-texts.test-support'
import { readMansrtsp } from '@backlot/simulator/wire/gb28181/mansrtsp'
import { decodePtzCommand } from '@backlot/simulator/wire/gb28181/ptz-command'
import { readManscdp } from '@backlot/simulator/wire/gb28181/read-manscdp'
import { FRAME_LIMITS, FrameAssembler } from '@backlot/simulator/wire/jt1078/frame-assembler'
import { createRtpReader } from '@backlot/simulator/wire/jt1078/rtp-reader'
import * as jt1078 from '@backlot/simulator/wire/jt1078/rtp-streams.test-support'
import { decodeSignal, SIGNAL_IDS } from '@backlot/simulator/wire/jt1078/signals.test-support'
import { createPsDemuxer, PS_LIMITS } from '@backlot/simulator/wire/mpeg-ps/ps-demuxer'
import { createPsMuxer } from '@backlot/simulator/wire/mpeg-ps/ps-muxer'
import * as ps from '@backlot/simulator/wire/mpeg-ps/ps-streams.test-support'
import { readDiscovery } from '@backlot/simulator/wire/onvif/discovery-message'
import { readSoap } from '@backlot/simulator/wire/onvif/soap-envelope'
import { readUsernameToken } from '@backlot/simulator/wire/onvif/username-token'
import { hasGoodbye, readSenderReport, writeSenderReport } from '@backlot/simulator/wire/rtp/rtcp'
import { readRtp } from '@backlot/simulator/wire/rtp/rtp-packet'
import { readRange } from '@backlot/simulator/wire/rtsp/range'
import { readDescription } from '@backlot/simulator/wire/rtsp/read-description'
import type { RtspAnswer } from '@backlot/simulator/wire/rtsp/rtsp-message'
import {
  createRtspAnswerReader,
  createRtspReader,
  RTSP_LIMITS,
} from '@backlot/simulator/wire/rtsp/rtsp-reader'
import { readStreamUri } from '@backlot/simulator/wire/rtsp/stream-uri'
import { readTransport, readTransportAnswer } from '@backlot/simulator/wire/rtsp/transport'
import { readGbSession } from '@backlot/simulator/wire/sdp/read-gb-session'
import { readSdp } from '@backlot/simulator/wire/sdp/read-sdp'
import * as sdp from '@backlot/simulator/wire/sdp/sdp-texts.test-support'
import { onvifRequests } from '../platform/onvif-bytes.ts'
import { cameraAnswers, rtspRequests } from '../platform/rtsp-bytes.ts'
import { CAPTURE_CODEC } from './capture-codec.ts'
import { FORMULA_CODEC } from './formula-codec.ts'
import { IOT_CODECS } from './iot-codecs.ts'
import type { FuzzedCodec } from './read-damaged.ts'
import { SIP_CODEC } from './sip-codec.ts'

const bytesOf = (...texts: string[]) => texts.map((text) => Buffer.from(text, 'latin1'))
/** A codec of whole messages; `read` may answer undefined for what is none. */
const whole = (samples: () => readonly Uint8Array[], read: (bytes: Uint8Array) => unknown): FuzzedCodec => ({
  samples,
  open: () => ({
    read(bytes) {
      read(bytes)
      return 1
    },
  }),
})
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const bodyOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)

/** One packet of 65,535 bytes, the magic of the next and what is cut off it. */
const JT1078_KEPT = 2 * 65_536 + FRAME_LIMITS.frameBytes * FRAME_LIMITS.frames

/** A message over its limit, and the packet before it. */
const RTSP_KEPT = RTSP_LIMITS.headBytes + RTSP_LIMITS.bodyBytes + 65_540

const readAnswer = ({ headers, body }: RtspAnswer): void => {
  readChallenge(headers.get('www-authenticate') ?? '')
  readTransportAnswer(headers.get('transport') ?? '')
  const read = readSdp(body)
  if (read.ok) readDescription(read.value, headers.get('content-base') ?? 'rtsp://127.0.0.1/1')
}

const DIGEST =
  'Digest username="admin", realm="Backlot", nonce="0123", uri="/x", response="0123456789abcdef0123456789abcdef", algorithm=SHA-256, qop=auth, nc=00000001, cnonce="y"'

export const FUZZED_CODECS = {
  ...IOT_CODECS,
  captures: CAPTURE_CODEC,
  cameraAnswers: {
    samples: cameraAnswers,
    open() {
      let reader = createRtspAnswerReader()
      return {
        read(bytes) {
          reader.feed(bytes)
          let told = 0
          for (let item = reader.next(); item; item = reader.next()) {
            told++
            if (item.kind === 'answer') readAnswer(item)
            if (item.kind === 'interleaved') readRtp(item.data)
            if (item.kind === 'problem') reader = createRtspAnswerReader()
          }
          return told
        },
        kept: () => reader.pending,
      }
    },
    keptMost: RTSP_KEPT,
  },
  rtsp: {
    samples: rtspRequests,
    open() {
      let reader = createRtspReader()
      return {
        read(bytes) {
          reader.feed(bytes)
          let items = 0
          for (let item = reader.next(); item; item = reader.next()) {
            items++
            // A connection ends with a problem.
            if (item.kind === 'problem') reader = createRtspReader()
            if (item.kind !== 'request') continue
            for (const header of item.headers.values()) {
              readTransport(header)
              readRange(header)
              readDigest(header)
            }
            readStreamUri(item.uri)
          }
          return items
        },
        kept: () => reader.pending,
      }
    },
    keptMost: RTSP_KEPT,
  },
  rtp: whole(
    () => [
      Buffer.from('8060000100000bb80000000165b800', 'hex'),
      Buffer.from('90e0000200000bb800000001abac00030011223344556677c10000007c85b8', 'hex'),
      writeSenderReport({
        ssrc: 1,
        atMs: 1_795_000_000_000,
        timestamp: 1,
        packets: 2,
        octets: 3,
        cname: 'x',
      }),
    ],
    (bytes) => {
      readRtp(bytes)
      readSenderReport(bytes)
      hasGoodbye(bytes)
    },
  ),
  digest: whole(
    () => bytesOf(DIGEST, ...digestChallenges('Backlot', 'n')),
    (bytes) => {
      const credentials = readDigest(textOf(bytes))
      if (credentials) isDigestOf(credentials, 'secret', 'GET')
    },
  ),
  sip: SIP_CODEC,
  formulas: FORMULA_CODEC,
  sdp: whole(
    () => bytesOf(sdp.PLAY, sdp.DOWNLOAD, sdp.ANSWER),
    (bytes) => {
      const read = readSdp(bytes)
      if (read.ok) readGbSession(read.value)
    },
  ),
  gb28181: whole(
    () => [
      Buffer.from(CATALOG),
      ...bytesOf(
        'PLAY MANSRTSP/1.0\r\nCSeq: 2\r\nScale: 1.0\r\nRange: npt=0-\r\n\r\n',
        'A50F010800FA00B7',
        '<?xml version="1.0" encoding="GB2312"?><Control><CmdType>DeviceControl</CmdType><SN>1</SN><DeviceID>34020000001310000001</DeviceID><PTZCmd>A50F010800FA00B7</PTZCmd></Control>',
      ),
    ],
    (bytes) => {
      readManscdp(bytes)
      readMansrtsp(bytes)
      decodePtzCommand(textOf(bytes))
    },
  ),
  mpegPs: {
    samples() {
      const muxer = createPsMuxer({ video: 'h264', audio: 'pcma' })
      const units = (isKey: boolean) => ps.nalUnits('h264', isKey, 300)
      return [
        ps.HIKVISION,
        ps.AAC_MAP,
        ps.CONSTANT_CRC,
        muxer.video(units(true), { pts: 90_000 }),
        muxer.video(units(false), { pts: 93_000 }),
      ]
    },
    open() {
      const demuxer = createPsDemuxer()
      return { read: (bytes) => demuxer.push(bytes).length, kept: () => demuxer.pending }
    },
    keptMost: PS_LIMITS.unitBytes + PS_LIMITS.streams * 65_541 + 2 * 65_541,
  },
  jt1078: {
    samples: () => [
      jt1078.PICTURE,
      jt1078.SOUND,
      jt1078.PICTURE_2,
      jt1078.PICTURE_2019,
      jt1078.DATA,
      Buffer.from('0b3132372e302e302e310438000001000100', 'hex'),
    ],
    open() {
      const reader = createRtpReader()
      const frames = new FrameAssembler()
      return {
        read(bytes) {
          const items = reader.push(bytes)
          for (const item of items) if (item.kind === 'packet') frames.add(item.packet)
          for (const id of SIGNAL_IDS) decodeSignal(id, bytes)
          return items.length + 1
        },
        kept: () => reader.pending + frames.pending,
      }
    },
    keptMost: JT1078_KEPT,
  },
  onvif: whole(
    () =>
      onvifRequests()
        .map(bodyOf)
        .filter(({ length }) => length > 0),
    (bytes) => {
      const text = textOf(bytes)
      const soap = readSoap(text)
      if (soap.ok) readUsernameToken(soap.request.header)
      readDiscovery(text)
    },
  ),
} satisfies Readonly<Record<string, FuzzedCodec>>
