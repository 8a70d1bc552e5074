import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { askAgainOnAlarm } from './follow-alarms.ts'
import { createNewsSource } from './news-source.test-support.ts'

it('what is shown of a device is asked for again at once with its alarms, their ends, and after an absence', () => {
  const client = new QueryClient()
  const { source, say, listening } = createNewsSource()
  const queryKey = ['readings', 'A']
  const isOutdated = () => {
    const outdated = client.getQueryState(queryKey)?.isInvalidated
    client.setQueryData(queryKey, [])
    return outdated
  }
  client.setQueryData(queryKey, [])
  const stop = askAgainOnAlarm(source, client, { sn: 'A', queryKey })
  say('alarm', { list: [{ sn: 'B' }] })
  expect(isOutdated()).toBe(false)
  say('alarm', { list: [{ sn: 'B' }, { sn: 'A' }] })
  expect(isOutdated()).toBe(true)
  say('alarm', { list: [{ sn: 'A', endTime: 1 }], updateOnly: true })
  expect(isOutdated()).toBe(true)
  say('resync')
  expect(isOutdated()).toBe(true)
  stop()
  expect(listening()).toBe(0)
})
