import { expect, it } from 'vitest'
import { createPinyinFinder } from '../../features/device-tree/pinyin.ts'
import { bestOf, matchNames } from './match-names.ts'

const ALL = [
  ['User Mgt', '用户管理'],
  ['System Logs', '系统日志'],
  ['Log out', '退出登录'],
  ['Catalogue', '目录'],
]
const pinyin = createPinyinFinder(ALL.flat().join('\n'))
const best = (typed: string) =>
  bestOf(ALL, (names) => matchNames(names, typed, pinyin), 3).map(([name]) => name)

it('prefers beginnings of names, then of words, then any part', () => {
  expect(best('log')).toEqual(['Log out', 'System Logs', 'Catalogue'])
})

it('finds in either language, and by pinyin', () => {
  expect(best('用户')).toEqual(['User Mgt'])
  expect(best('yhgl')).toEqual(['User Mgt'])
  expect(best('xitong')).toEqual(['System Logs'])
})

it('finds nothing for nothing', () => {
  expect(best('  ')).toEqual([])
  expect(best('zzz')).toEqual([])
})
