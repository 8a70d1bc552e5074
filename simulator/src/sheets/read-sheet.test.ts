import { readFileSync } from 'node:fs'
import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { SheetFault, type SheetLimits } from './sheet-fault.ts'
import { zipOf } from './zip.test-support.ts'

const LIMITS: SheetLimits = { rows: 1001, columns: 64, unpackedBytes: 8 * 1024 * 1024 }
const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/sheets/${name}`, import.meta.url))
const read = (bytes: Buffer, limits: Partial<SheetLimits> = {}) => readSheet(bytes, { ...LIMITS, ...limits })
const textsOf = (bytes: Buffer) =>
  read(bytes).map(({ number, cells }) => [number, ...Array.from(cells, (cell) => cell?.text ?? '')])

function faultOf(bytes: Buffer, limits: Partial<SheetLimits> = {}): string {
  try {
    read(bytes, limits)
  } catch (error) {
    if (error instanceof SheetFault) return error.key
    throw error
  }
  return 'none'
}

const workbook = '<workbook><sheets><sheet name="A" sheetId="1"/></sheets></workbook>'
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
const xlsx = (rows: string | Buffer, more: Record<string, string | Buffer> = {}) =>
  zipOf({
    'xl/workbook.xml': workbook,
    'xl/worksheets/sheet1.xml': typeof rows === 'string' ? sheetOf(rows) : rows,
    ...more,
  })
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

test.each(['devices.xlsx', 'devices.xls'])(
  '%s, as another program wrote it, is read cell by cell',
  (name) => {
    const rows = textsOf(fixture(name))
    expect(rows[0]).toEqual([
      1,
      '序列号*',
      '设备名称*',
      'Device type*',
      'Group',
      '经度',
      '纬度',
      '安装地址',
      'Installer',
    ])
    expect(rows[1]).toEqual([
      2,
      ...['11010500001320000777', '东门枪机 1', 'Fixed camera', '', '116.41', '39.91', '东门 1 号', 'Wang'],
    ])
    expect(rows[3]?.slice(0, 3)).toEqual([4, '11010500001320000778', '=1+1 as text'])
    const cells = read(fixture(name))
    // The program that wrote the xls keeps no formulas in it.
    if (name.endsWith('x')) expect(cells[6]?.cells[0]).toMatchObject({ formula: true })
    expect(cells[7]?.cells[0]).toMatchObject({ inexact: true })
  },
)

test('a part that unpacks to more than is allowed ends there, whatever the archive says of its size', () => {
  const bomb = xlsx(Buffer.alloc(20 * 1024 * 1024, 0x20))
  expect(bomb.length).toBeLessThan(64 * 1024)
  expect(faultOf(bomb)).toBe('sheetTooLarge')
})

test('rows past the limit end the reading', () => {
  const rows = `<row>${inline('x')}</row>`.repeat(100_000)
  expect(faultOf(xlsx(rows))).toBe('sheetTooManyRows')
  expect(read(xlsx(`<row>${inline('x')}</row>`.repeat(1001)))).toHaveLength(1001)
})

test('other files are refused by what they are', () => {
  expect(faultOf(Buffer.from(''))).toBe('sheetEmpty')
  expect(faultOf(Buffer.from('sn,name\n1,2\n'))).toBe('sheetForm')
  expect(faultOf(Buffer.from('<html><table><tr><td>1</td></tr></table></html>'))).toBe('sheetForm')
  expect(faultOf(zipOf({ 'word/document.xml': '<a/>' }))).toBe('sheetForm')
  expect(faultOf(xlsx('<row/>').subarray(0, 120))).toBe('sheetBroken')
  expect(faultOf(fixture('devices.xls').subarray(0, 700))).toBe('sheetBroken')
})

test('a document type, and with it every entity of its own, is refused', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]>${sheetOf('<row/>')}`
  expect(faultOf(xlsx(Buffer.from(bomb)))).toBe('sheetForm')
})

test('odd encodings are read by their mark or declaration, and broken ones are said', () => {
  const gbk = Buffer.concat([
    Buffer.from('<?xml version="1.0" encoding="GBK"?><worksheet><sheetData><row><c t="inlineStr"><is><t>'),
    Buffer.from([0xb6, 0xab, 0xc3, 0xc5]),
    Buffer.from('</t></is></c></row></sheetData></worksheet>'),
  ])
  expect(textsOf(xlsx(gbk))).toEqual([[1, '东门']])
  const wide = Buffer.from(`\ufeff${sheetOf(`<row r="4">${inline('南门')}</row>`)}`, 'utf16le')
  expect(textsOf(xlsx(wide))).toEqual([[4, '南门']])
  const broken = Buffer.concat([
    Buffer.from('<worksheet>'),
    Buffer.from([0xff, 0xfe, 0xc3]),
    Buffer.from('</worksheet>'),
  ])
  expect(faultOf(xlsx(broken))).toBe('sheetBroken')
})

test('names of elements and of the prototype do no harm', () => {
  const rows = '<row r="1" __proto__="x"><c r="A1" t="inlineStr"><is><t>&lt;a&gt; &#20013;</t></is></c></row>'
  expect(textsOf(xlsx(rows))).toEqual([[1, '<a> 中']])
  expect(({} as { x?: string }).x).toBeUndefined()
})

test('no piece of a workbook, and no byte turned over, brings anything but a fault', () => {
  for (const name of ['devices.xlsx', 'devices.xls']) {
    const whole = fixture(name)
    for (let n = 0; n < 400; n++) {
      const bytes = Buffer.from(whole)
      const at = (n * 7919) % bytes.length
      bytes[at] = bytes[at]! ^ (1 << (n % 8))
      expect(typeof faultOf(n % 2 === 0 ? bytes : bytes.subarray(0, at))).toBe('string')
    }
  }
})

test('what is deflated twice is not unpacked twice', () => {
  expect(faultOf(xlsx(deflateRawSync(Buffer.from(sheetOf('<row/>')))))).not.toBe('sheetTooLarge')
})

test('entities of elsewhere, deep XML and long tags are a fault or read, and cost no more than their length', () => {
  const elsewhere = `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${sheetOf(`<row>${inline('&b;')}</row>`)}`
  expect(faultOf(xlsx(Buffer.from(elsewhere)))).toBe('sheetForm')
  expect(textsOf(xlsx(`<row>${inline('&b; &amp;')}</row>`))).toEqual([[1, '&b; &']])
  const deep = '<a>'.repeat(500_000)
  expect(faultOf(xlsx(Buffer.from(`<worksheet><sheetData>${deep}`)))).toMatch(/^(none|sheet\w+)$/)
  // Read once from each letter, this one would take minutes.
  expect(textsOf(xlsx(`<row ${'a'.repeat(2_000_000)}>${inline('x')}</row>`))).toEqual([[1, 'x']])
  expect(textsOf(xlsx(`<row ${'a '.repeat(1_000_000)}>${inline('x')}</row>`))).toEqual([[1, 'x']])
})

test('a file is what its bytes are, and a workbook that lies about its parts is broken', () => {
  const old = fixture('devices.xls')
  expect(read(old)).toHaveLength(read(fixture('devices.xls')).length)
  expect(faultOf(zipOf({ 'xl/workbook.xml': workbook }))).toMatch(/^sheet(Broken|Form|Empty)$/)
  for (let end = 0; end < old.length; end += 97)
    expect(faultOf(old.subarray(0, end))).toMatch(/^(none|sheet\w+)$/)
  const shared = `<sst>${'<si><t>x</t></si>'.repeat(400_000)}</sst>`
  const many = xlsx('<row><c t="s"><v>399999</v></c></row>', { 'xl/sharedStrings.xml': shared })
  expect(faultOf(many)).toMatch(/^(none|sheetTooLarge)$/)
})
