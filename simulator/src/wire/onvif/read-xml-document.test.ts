import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readXmlDocument, XML_LIMITS } from './read-xml-document.ts'
import { readSoap } from './soap-envelope.ts'
import { element, type Xml } from './write-xml.ts'
import { childOf, namespaceOf } from './xml-node.ts'

const rootOf = (text: string) => {
  const read = readXmlDocument(text)
  if (!read.ok) throw new Error(read.problem.message)
  return read.root
}

it('resolves prefixes and defaults, also inside of others', () => {
  const root = rootOf(
    '\ufeff<?xml version="1.0"?><!-- c --><a xmlns="urn:1" xmlns:p="urn:2"><p:b xmlns:p="urn:3" p:x=\'1 > 0\' y="&lt;&#65;"><c xmlns=""/></p:b><p:b><![CDATA[<&]]></p:b></a>',
  )
  expect([root.namespace, root.name]).toEqual(['urn:1', 'a'])
  const [first, second] = root.children
  expect(first!.namespace).toBe('urn:3')
  expect([...first!.attributes]).toEqual([
    ['p:x', '1 > 0'],
    ['y', '<A'],
  ])
  expect(childOf(first, 'c')!.namespace).toBe('')
  expect([second!.namespace, second!.text]).toEqual(['urn:2', '<&'])
  expect(namespaceOf(second!.scope, 'p')).toBe('urn:2')
})

it('takes the roots of toolkits that declare all they know', () => {
  const declared = Array.from({ length: 90 }, (_, at) => `xmlns:ns${at}="urn:${at}"`).join(' ')
  expect(rootOf(`<ns89:a ${declared}/>`).namespace).toBe('urn:89')
})

it.each([
  ['<a>', 'xml'],
  ['<a></b>', 'xml'],
  ['<x:a xmlns:x="u"></y:a>', 'xml'],
  ['<a/><b/>', 'xml'],
  ['x<a/>', 'xml'],
  ['<a b="1" b="2"/>', 'xml'],
  ['<a b=1/>', 'xml'],
  ['<a <b/>', 'xml'],
  ['<a><?php x?></a>', 'xml'],
  ['<p:a/>', 'prefix'],
  ['<!DOCTYPE a><a/>', 'doctype'],
  ['<a><!ENTITY x "y"></a>', 'doctype'],
  ['<a>'.repeat(XML_LIMITS.depth + 1), 'tooLong'],
  [`<a>${'<b/>'.repeat(XML_LIMITS.elements)}</a>`, 'tooLong'],
  ['a'.repeat(XML_LIMITS.characters + 1), 'tooLong'],
  [`<a ${Array.from({ length: 200 }, (_, at) => `b${at}=""`).join(' ')}/>`, 'tooLong'],
])('refuses %.40s as %s', (text, code) => {
  expect(readXmlDocument(text)).toMatchObject({ ok: false, problem: { code } })
})

/** Any code units, also halves of pairs. */
const texts = fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes))

it('reads back what is written, whatever the text', () => {
  fc.assert(
    fc.property(texts, fc.string(), (text, value) => {
      const { xml }: Xml = element('a', [element('b', text, { c: value })])
      const node = childOf(rootOf(xml), 'b')!
      const clean = (part: string) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
        part.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      expect(node.text).toBe(clean(text).trim())
      expect(node.attributes.get('c')).toBe(clean(value))
    }),
  )
})

it('never throws for broken requests', () => {
  const whole =
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header><a:MessageID xmlns:a="urn:a">1</a:MessageID></s:Header><s:Body><x/></s:Body></s:Envelope>'
  for (let at = 0; at < whole.length; at++) expect(readSoap(whole.slice(0, at)).ok).toBe(false)
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(20), fc.string(), (at, count, put) => {
      readSoap(whole.slice(0, at) + put + whole.slice(at + count))
    }),
  )
})
