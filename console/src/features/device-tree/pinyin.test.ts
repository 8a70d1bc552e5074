import { expect, it } from 'vitest'
import { createPinyinFinder } from './pinyin.ts'

const NAMES = ['马市医院门口 枪机', '重庆路 球机', '长江大桥', '银行大厦', '绿地公园', 'Gate 7', '厦门路']
const finder = createPinyinFinder(NAMES.join('\n'))
const found = (typed: string) => {
  const pattern = finder.pattern(typed)
  return pattern ? NAMES.filter((name) => name.match(pattern)) : undefined
}

it('finds by whole syllables, by first letters and by a mix of both', () => {
  for (const typed of ['mashi', 'ms', 'msyy', 'mashiyy', 'mshiyiy', 'ma shi', 'MaShi']) {
    expect(found(typed), typed).toEqual(['马市医院门口 枪机'])
  }
})

it('finds inside of a name, and a syllable that is still being typed', () => {
  expect(found('daqiao')).toEqual(['长江大桥'])
  expect(found('zho')).toEqual(['重庆路 球机'])
})

it('knows characters with several readings', () => {
  expect(found('chongqing')).toEqual(['重庆路 球机'])
  expect(found('zhongqing')).toEqual(['重庆路 球机'])
  expect(found('yinhang')).toEqual(['银行大厦'])
  expect(found('xiamen')).toEqual(['厦门路'])
  expect(found('dasha')).toEqual(['银行大厦'])
  expect(found('lvdi')).toEqual(['绿地公园'])
})

it('has no pattern for what is no pinyin of these names', () => {
  for (const typed of ['', 'gate 7', '7', '马市', 'qqqqqq.', 'x'.repeat(25)]) {
    expect(finder.pattern(typed), typed).toBeUndefined()
  }
  expect(createPinyinFinder('Gate 7').pattern('g')).toBeUndefined()
})

it('stays small for what can be cut in many ways', () => {
  const many = createPinyinFinder('啊安暗昂阿爱矮 恩嗯饿')
  expect(many.pattern('a'.repeat(24))!.source.split('|').length).toBeLessThanOrEqual(48)
  expect(many.pattern(`${'a'.repeat(23)}z`)).toBeUndefined()
})
