import { expect, it } from 'vitest'
import english from '../../language/en/talk.ts'
import chinese from '../../language/zh/talk.ts'
import { MicrophoneError, microphoneFault, microphoneObstacle } from './audio/microphone-fault.ts'
import { microphoneText, resultText } from './talk-texts.ts'

/** The words behind a key, in both languages. */
function words(key: string): string[] {
  return [english, chinese].map((texts) => {
    const found = key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], texts)
    return String(found)
  })
}

it.each([
  [1, 'The call failed: the device is offline', '呼叫失败，设备离线'],
  [2, 'The audio device is offline', '语音设备离线'],
  [3, 'No audio channel found', '未找到语音通道'],
  [4, 'The audio device is busy', '语音设备忙'],
  [5, 'Cannot connect to the intercom server', '无法连接对讲服务'],
  [6, 'Network failure', '网络故障'],
  [7, 'The call failed', '呼叫失败'],
  [-1, 'The call failed', '呼叫失败'],
])('a call or listening that starts with result %i says: %s', (result, en, zh) => {
  expect(words(resultText('call', result))).toEqual([en, zh])
  expect(words(resultText('monitor', result))).toEqual([en, zh])
})

it.each([
  [1, 'The device is busy', '设备忙'],
  [2, 'The device refused the call', '设备拒绝通话'],
  [100, 'The device intercom is offline', '设备对讲离线'],
  [3, 'The call failed', '呼叫失败'],
])('a duplex call that starts with result %i says: %s', (result, en, zh) => {
  expect(words(resultText('duplex', result))).toEqual([en, zh])
})

it.each([
  ['NotFoundError', 'No microphone found', '未检测到麦克风'],
  ['OverconstrainedError', 'No microphone found', '未检测到麦克风'],
  ['NotAllowedError', 'Microphone access was denied.', '麦克风权限被拒绝'],
  ['SecurityError', 'Microphone access was denied.', '麦克风权限被拒绝'],
  ['NotReadableError', 'The microphone is in use by another program', '麦克风正被其他程序占用'],
  ['AbortError', 'The microphone is in use by another program', '麦克风正被其他程序占用'],
  ['UnknownError', 'The microphone could not be opened', '无法打开麦克风'],
])('a browser that rejects the microphone with %s is read as: %s', (name, en, zh) => {
  const fault = microphoneFault(new DOMException('', name))
  const [english, chinese] = words(microphoneText(new MicrophoneError(fault)))
  expect(english).toContain(en)
  expect(chinese).toContain(zh)
})

it('a page that is not secure, or a browser without microphone or AudioWorklet, is told before anything is asked', () => {
  const getUserMedia = () => Promise.reject(new Error('not asked'))
  const able = { isSecureContext: true, navigator: { mediaDevices: { getUserMedia } }, AudioWorkletNode: {} }
  expect(microphoneObstacle(able)).toBeUndefined()
  expect(microphoneObstacle({ ...able, isSecureContext: false })).toBe('insecure')
  expect(microphoneObstacle({ ...able, navigator: {} })).toBe('notSupported')
  expect(microphoneObstacle({ ...able, AudioWorkletNode: undefined })).toBe('notSupported')
  expect(words(microphoneText(new MicrophoneError('insecure')))[0]).toContain('https')
  expect(microphoneText(new Error('something else'))).toBe('microphone.failed')
})
