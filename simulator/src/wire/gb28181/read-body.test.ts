import { describe, expect, it } from 'vitest'
import type { XmlLimits } from '../xml/read-xml.ts'
import { bytesOf } from './manscdp-texts.test-support.ts'
import { readBody, XML_LIMITS } from './read-body.ts'
import { writeXml } from './write-xml.ts'
import { xmlElement } from './xml-element.ts'
import { decodeXml, encodeXml } from './xml-encoding.ts'

const codeOf = (text: string, limits: Partial<XmlLimits> = {}) => {
  const read = readBody(text, { ...XML_LIMITS, ...limits })
  return read.ok ? 'ok' : `${read.problem.code} ${read.problem.offset}`
}
const rootOf = (text: string) => {
  const read = readBody(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.value
}

describe('XML', () => {
  it('has elements, attributes, texts, comments and CDATA', () => {
    const root = rootOf(
      '\ufeff<?xml version="1.0"?>\n<!-- c --><a:List Num="2" x=\'y\'> t <Item/><![CDATA[<&]]><Item>1</Item></a:List>\n\0',
    )
    expect(root).toMatchObject({ name: 'List', attributes: { Num: '2', x: 'y' }, text: 't <&' })
    expect(root.children).toMatchObject([
      { name: 'Item', text: '' },
      { name: 'Item', text: '1' },
    ])
  })
  it('has the five entities and character references; others stay as they are', () => {
    expect(rootOf('<a>&lt;&amp;&gt;&quot;&apos;&#20013;&#x6587;</a>').text).toBe('<&>"\'中文')
    expect(rootOf('<a>A&B &more; &#0; &#xD800;</a>').text).toBe('A&B &more; &#0; &#xD800;')
    expect(rootOf('<a b="&amp;&x;"/>').attributes['b']).toBe('&&x;')
  })
  it.each([
    ['', 'xml 0'],
    ['text', 'xml 0'],
    ['<a>', 'xml 3'],
    ['<a></b>', 'xml 3'],
    ['</a>', 'xml 0'],
    ['<a/><b/>', 'xml 4'],
    ['<a/>text', 'xml 4'],
    ['<a', 'xml 0'],
    ['<a <b/>', 'xml 0'],
    ['<>', 'xml 0'],
    ['<a b></a>', 'xml 2'],
    ['<a><!-- </a>', 'xml 3'],
    ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'doctype 0'],
  ])('%j is refused', (text, code) => {
    expect(codeOf(text)).toBe(code)
  })
  it('has limits of characters, levels, elements and attributes', () => {
    const limits = { characters: 60, depth: 3, elements: 4 }
    expect(codeOf('<a><a><a/></a></a>', limits)).toBe('ok')
    expect(codeOf('<a><a><a><a/></a></a></a>', limits)).toBe('tooLong 9')
    expect(codeOf('<a><b/><b/><b/><b/></a>', limits)).toBe('tooLong 15')
    expect(codeOf('x'.repeat(61), limits)).toBe('tooLong 60')
    expect(codeOf(`<a${Array.from({ length: 20 }, (_, i) => ` b${i}=""`).join('')}/>`)).toBe('tooLong 0')
  })
  it('is written with escapes, and read back', () => {
    const root = xmlElement('List', [xmlElement('Item', 'a<b>&"c"\r\nd'), xmlElement('Item', [])], {
      Num: '"2"',
    })
    const { text } = decodeXml(writeXml(root, 'UTF-8'))
    expect(rootOf(text)).toMatchObject({
      attributes: { Num: '"2"' },
      children: [{ text: 'a<b>&"c"\r\nd' }, { text: '' }],
    })
    expect(() => writeXml(xmlElement('a b', ''), 'UTF-8')).toThrow(RangeError)
    expect(() => writeXml(xmlElement('a', '\u0001'), 'UTF-8')).toThrow(RangeError)
    expect(() => writeXml(xmlElement('a', '', { 'b c': '' }), 'UTF-8')).toThrow(RangeError)
  })
})

describe('an encoding', () => {
  const xml = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`
  it('is the declared one, GB2312 where none is declared', () => {
    expect(decodeXml(bytesOf(xml('gb2312', '东门'), 'gbk'))).toMatchObject({
      encoding: 'GB2312',
      damaged: false,
    })
    expect(decodeXml(bytesOf(xml('GBK', '镕'), 'gbk'))).toMatchObject({ encoding: 'GB18030' })
    expect(decodeXml(bytesOf(xml('GB18030', '㐀𠀀'), 'gb18030')).text).toContain('㐀𠀀')
    expect(decodeXml(bytesOf(xml('utf-8', '东门')))).toMatchObject({ encoding: 'UTF-8' })
    expect(decodeXml(bytesOf('<a>东门</a>', 'gbk'))).toMatchObject({
      text: '<a>东门</a>',
      encoding: 'GB2312',
    })
  })
  it('is the other one where the bytes are not what they are declared to be', () => {
    expect(decodeXml(bytesOf(xml('UTF-8', '东门'), 'gbk')).text).toContain('东门')
    expect(decodeXml(bytesOf(xml('GB2312', '东'))).text).toContain('东')
  })
  it('has U+FFFD for bytes that are in neither', () => {
    const cut = bytesOf(xml('GB2312', '东门'), 'gbk').filter((_, at) => at !== xml('GB2312', '').length - 1)
    expect(decodeXml(cut)).toMatchObject({ damaged: true, encoding: 'GB2312' })
    expect(decodeXml(cut).text).toMatch(/\ufffd<\/a>$/)
  })
  it('has character references for signs that it lacks', () => {
    expect(decodeXml(encodeXml('<a>门😀?</a>', 'GB2312')).text).toBe('<a>门&#x1F600;?</a>')
    expect(decodeXml(encodeXml('<?xml encoding="UTF-8"?>😀', 'UTF-8')).text).toContain('😀')
  })
})
