import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveManual } from './serve-manual.ts'

const folder = mkdtempSync(join(tmpdir(), 'backlot-manual-'))
let server: Server
beforeAll(async () => {
  server = express().use(serveManual(folder)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  await new Promise((closed) => server.close(closed))
  rmSync(folder, { recursive: true })
})
const asked = async (path: string, method = 'GET') => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const reply = await fetch(url, { method, redirect: 'manual' })
  const { status, headers } = reply
  return { status, text: await reply.text(), header: (name: string) => headers.get(name) }
}

test('a manual that is not built is missing, and says how to build it', async () => {
  const { status, text, header } = await asked('/manual/wires.html')
  expect(status).toBe(404)
  expect(text).toMatch(/not built yet[\s\S]*npm run docs/)
  expect(header('content-security-policy')).toContain("default-src 'none'")
})

test('a built one is served by its own policy: hashed files for a year, a missing page as the site has it', async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), 'first page')
  writeFileSync(join(folder, '404.html'), 'no such page')
  writeFileSync(join(folder, 'assets/wires.md.B_6BCVii.js'), '1')
  writeFileSync(join(folder, 'assets/check-dark-mode.js'), '1')
  expect(await asked('/manual/')).toMatchObject({ status: 200, text: 'first page' })
  expect((await asked('/manual')).header('location')).toBe('/manual/')
  const cached = async (path: string) => (await asked(path)).header('cache-control')
  expect(await cached('/manual/assets/wires.md.B_6BCVii.js')).toContain('immutable')
  expect(await cached('/manual/assets/check-dark-mode.js')).toBe('no-cache')
  expect(await cached('/manual/')).toBe('no-cache')
  const missing = await asked('/manual/nowhere.html')
  expect(missing).toMatchObject({ status: 404, text: 'no such page' })
  expect(missing.header('content-security-policy')).toContain("script-src 'self'")
  expect((await asked('/manual/nowhere.html', 'HEAD')).text).toBe('')
  expect(await asked('/manual/..%2f..%2fetc/passwd')).toMatchObject({ status: 404, text: 'no such page' })
  expect((await asked('/manual/', 'POST')).text).toContain('Cannot POST')
  expect((await asked('/manuals')).text).toContain('Cannot GET')
})
