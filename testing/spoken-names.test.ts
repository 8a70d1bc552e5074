import { expect, it } from 'vitest'
import { spokenFaults } from './spoken-names.ts'

const faults = (lines: string, language: 'en' | 'zh' = 'en') => spokenFaults(lines, language)

it('a control, a table or a picture needs a name', () => {
  expect(faults('- button')).toEqual(['no name: - button'])
  expect(faults('- table:\n  - rowgroup:')).toEqual(['no name: - table:'])
  expect(faults('- img')).toEqual(['no name: - img'])
  expect(faults('- textbox: admin')).toHaveLength(1)
  expect(
    faults('- button "Save" [disabled]\n- table "Users":\n- textbox "Name": admin\n- list\n- text: a'),
  ).toEqual([])
})

it('a number, a colour code, an address or a key is no name', () => {
  for (const name of [
    '178',
    '10:30',
    '#1677ff',
    'Select http://x/1, a',
    'Select 123456',
    'alarm-7',
    '0B682445FACB3C9EAA01',
  ])
    expect(faults(`- button "${name}"`), name).toHaveLength(1)
  for (const name of ['Alarms: 178, I/O alarm', 'Window 12', '2 SOS', '1 × speed', 'Step 3'])
    expect(faults(`- button "${name}"`), name).toEqual([])
})

it('an action says of which row it is', () => {
  const table = (first: string, second: string) =>
    `- table "Users":\n  - row "a":\n    - cell:\n      - button "${first}"\n  - row "b":\n    - cell:\n      - button "${second}"`
  expect(faults(table('Edit', 'Edit'))).toEqual(['the same in several rows: - button "Edit"'])
  expect(faults(table('Edit: a', 'Edit: b'))).toEqual([])
})

it('links of one name in several rows lead to one place', () => {
  const table = (first: string, second: string) =>
    `- table "Log":\n  - row "a":\n    - link "Li Wei":\n      - /url: "${first}"\n  - row "b":\n    - link "Li Wei":\n      - /url: "${second}"`
  expect(faults(table('#/users?name=li', '#/users?name=li'))).toEqual([])
  expect(faults(table('#/users?name=li', '#/users?name=wei'))).toHaveLength(1)
})

it('names are in the language of the console, but for data in rows', () => {
  expect(faults('- checkbox "Select all"', 'zh')).toHaveLength(1)
  expect(faults('- button "Close"', 'zh')).toHaveLength(1)
  expect(faults('- heading "报警查询列表" [level=1]', 'en')).toHaveLength(1)
  expect(
    faults(
      '- heading "Web 服务" [level=1]\n- button "English"\n- columnheader "SHA-256"\n- link "HJT212 服务"',
      'zh',
    ),
  ).toEqual([])
  expect(faults('- row "现场核实处置完毕":\n  - cell "现场核实处置完毕"', 'en')).toEqual([])
})
