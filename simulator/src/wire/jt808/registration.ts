/** 0x0100, 0x8100, 0x0102, 0x0107: who a terminal is. */
import { bcdBytes, bcdText } from './bcd.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { Jt808Version } from './header.ts'

export type Register = {
  province: number
  city: number
  maker: string
  model: string
  terminalId: string
  /** 0 no plate (then `plate` is the VIN), 1 blue, 2 yellow, 3 black, 4 white, 9 other. */
  plateColour: number
  plate: string
}

type Widths = { maker: number; model: number; terminalId: number }
/** Widths of the fixed texts: of 2019, of 2013, and of terminals made by the edition of 2011. */
const WIDTHS_2019: Widths = { maker: 11, model: 30, terminalId: 30 }
const WIDTHS_2013: Widths = { maker: 5, model: 20, terminalId: 7 }
const WIDTHS_2011: Widths = { maker: 5, model: 8, terminalId: 7 }
const fixedLength = ({ maker, model, terminalId }: Widths) => 4 + maker + model + terminalId + 1

/** The layout of a body: its length decides, where its header does not. */
function layoutOf(length: number, version: Jt808Version): Widths {
  if (version === 2019 && length >= fixedLength(WIDTHS_2019)) return WIDTHS_2019
  return length >= fixedLength(WIDTHS_2013) ? WIDTHS_2013 : WIDTHS_2011
}

export const register = {
  decode(reader: ByteReader, version: Jt808Version): Register {
    const widths = layoutOf(reader.left, version)
    return {
      province: reader.u16(),
      city: reader.u16(),
      maker: reader.padded(widths.maker),
      model: reader.padded(widths.model),
      terminalId: reader.padded(widths.terminalId),
      plateColour: reader.u8(),
      plate: reader.text(),
    }
  },
  encode(writer: ByteWriter, body: Register, version: Jt808Version): void {
    const widths = version === 2019 ? WIDTHS_2019 : WIDTHS_2013
    writer.u16(body.province).u16(body.city)
    writer.padded(body.maker, widths.maker).padded(body.model, widths.model)
    writer.padded(body.terminalId, widths.terminalId).u8(body.plateColour).text(body.plate)
  },
}

export const REGISTER_RESULTS = {
  ok: 0,
  vehicleRegistered: 1,
  noVehicle: 2,
  terminalRegistered: 3,
  noTerminal: 4,
} as const

/** 0x8100. The authentication code is there with result 0 only. */
export type RegisterReply = { serial: number; result: number; authCode?: string }

export const registerReply = {
  decode(reader: ByteReader): RegisterReply {
    const serial = reader.u16()
    const result = reader.u8()
    return result === REGISTER_RESULTS.ok ? { serial, result, authCode: reader.text() } : { serial, result }
  },
  encode(writer: ByteWriter, { serial, result, authCode }: RegisterReply): void {
    writer.u16(serial).u8(result)
    if (result === REGISTER_RESULTS.ok) writer.text(authCode ?? '')
  },
}

/** 0x0102. IMEI and software version are sent since 2019. */
export type Authenticate = { authCode: string; imei?: string; software?: string }

const IMEI_BYTES = 15
const SOFTWARE_BYTES = 20

export const authenticate = {
  decode(reader: ByteReader, version: Jt808Version): Authenticate {
    // Some terminals send the bare code under a header of 2019: no length byte fits then.
    const fits = reader.left > 0 && reader.bytes[reader.offset]! < reader.left
    if (version === 2013 || !fits) return { authCode: reader.text() }
    const authCode = reader.text(reader.u8())
    const imei = reader.padded(Math.min(IMEI_BYTES, reader.left))
    const software = reader.padded(Math.min(SOFTWARE_BYTES, reader.left))
    return { authCode, imei, software }
  },
  encode(writer: ByteWriter, { authCode, imei, software }: Authenticate, version: Jt808Version): void {
    if (version === 2013) writer.text(authCode)
    else
      writer
        .counted(authCode)
        .padded(imei ?? '', IMEI_BYTES)
        .padded(software ?? '', SOFTWARE_BYTES)
  },
}

/** 0x0107: attributes of the terminal. */
export type Attributes = {
  type: number
  maker: string
  model: string
  terminalId: string
  /** 20 digits of the SIM card. */
  iccid: string
  hardware: string
  firmware: string
  gnss: number
  network: number
}

export const attributes = {
  decode(reader: ByteReader, version: Jt808Version): Attributes {
    const [model, terminalId] = version === 2019 ? [30, 30] : [20, 7]
    return {
      type: reader.u16(),
      maker: reader.padded(5),
      model: reader.padded(model),
      terminalId: reader.padded(terminalId),
      iccid: bcdText(reader.take(10)),
      hardware: reader.text(reader.u8()),
      firmware: reader.text(reader.u8()),
      gnss: reader.u8(),
      network: reader.u8(),
    }
  },
  encode(writer: ByteWriter, body: Attributes, version: Jt808Version): void {
    const [model, terminalId] = version === 2019 ? [30, 30] : [20, 7]
    writer.u16(body.type).padded(body.maker, 5).padded(body.model, model).padded(body.terminalId, terminalId)
    writer.raw(bcdBytes(body.iccid, 10)).counted(body.hardware).counted(body.firmware)
    writer.u8(body.gnss).u8(body.network)
  },
}
