import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../composition/areas/test-platform.test-support.ts'
import { pictureForm } from './picture-form.ts'

const png = (width: number, height: number) => PNG.sync.write(new PNG({ width, height }))
const jpg = (width: number, height: number) =>
  jpeg.encode({ width, height, data: Buffer.alloc(width * height * 4) }, 80).data

let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>
beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
})
afterAll(() => platform[Symbol.asyncDispose]())

const upload = (bytes: Uint8Array, type = 'image/png', filename = 'logo.png') =>
  admin.upload(`/uploadFile?filename=${encodeURIComponent(filename)}`, bytes, type)

const idOf = async (who: typeof admin): Promise<number> => {
  const { data } = (await who.get('/user/getInfo')) as { data: { userInfo: { userId: number } } }
  return data.userInfo.userId
}

test('form and size are read from the bytes', () => {
  expect(pictureForm(png(300, 60))).toEqual({ kind: 'png', width: 300, height: 60 })
  expect(pictureForm(Buffer.from(jpg(320, 200)))).toEqual({ kind: 'jpg', width: 320, height: 200 })
})

test('broken-off and foreign bytes have no form at any length', () => {
  for (const whole of [png(300, 60), Buffer.from(jpg(320, 200))]) {
    for (let end = 0; end < whole.length - 2; end++)
      expect(pictureForm(whole.subarray(0, end))).toBeUndefined()
  }
  expect(pictureForm(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(200)))).toBeUndefined()
})

test('a picture is stored under a hash of its bytes, once, and can be read', async () => {
  const bytes = png(300, 60)
  const { data } = (await upload(bytes, 'image/png', '../../etc/passwd')) as unknown as {
    data: { filePath: string }
  }
  expect(data.filePath).toMatch(/^\/upload\/[a-f0-9]{32}\.png$/)
  await upload(bytes)
  expect(await readdir(join(platform.folder, 'uploads', String(await idOf(admin))))).toHaveLength(1)
  const read = await admin.get(data.filePath)
  expect(read.response.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await read.response.arrayBuffer()).equals(bytes)).toBe(true)
  expect((await platform.ask(data.filePath)).code).toBe(401)
})

test('the kind is what the bytes say, in a multipart body too', async () => {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(jpg(320, 200))], { type: 'image/png' }), 'logo.png')
  const answer = (await admin.upload('/uploadFile?filename=logo.png', form)) as unknown as {
    data: { filePath: string }
  }
  expect(answer.data.filePath).toMatch(/\.jpg$/)
})

test('a picture that claims giant sides is refused', async () => {
  const giant = png(300, 60)
  giant.writeUInt32BE(0x7fff_ffff, 16)
  expect(await upload(giant)).toMatchObject({ code: 400, msg: 'The picture cannot be larger than 8192x8192' })
  expect((await upload(png(8192, 50))).code).toBe(0)
})

test('what is too small, too large, no picture or nothing at all is refused', async () => {
  expect(await upload(png(249, 50))).toMatchObject({ code: 400, msg: 'The picture must be at least 250x50' })
  expect((await upload(png(250, 49))).code).toBe(400)
  expect((await upload(new Uint8Array(1024 * 1024 + 1))).code).toBe(413)
  expect((await upload(Buffer.from('GIF89a'.padEnd(100)))).code).toBe(415)
  expect((await upload(new Uint8Array(0))).code).toBe(400)
  expect((await upload(png(300, 60), 'image/svg+xml')).code).toBe(415)
  expect((await admin.get('/upload/..%2f..%2fplatform.db')).status).toBe(400)
})

test('a broken multipart body is refused in the language of the caller', async () => {
  const broken = Buffer.from('--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n')
  for (const [language, msg] of [
    ['zh', '上传内容格式不完整'],
    ['en', 'The multipart body is incomplete'],
  ] as const) {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=edge']) {
      const answer = await platform.ask('/uploadFile?filename=a.png', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.sessionId}`,
          'accept-language': language,
          'content-type': type,
        },
        body: broken,
      })
      expect(answer).toMatchObject({ status: 400, code: 400, msg })
    }
  }
})
