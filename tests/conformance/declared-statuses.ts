// Set up before every file: a reply whose status the contract does not declare for its call fails the test that got it.
import { statusesOf } from '../../contract/src/call-replies.ts'
import { Operator } from '../../testing/operator.ts'

Operator.onStatus = (call, status) => {
  if (!statusesOf(call).has(status)) throw new Error(`${call.name} does not declare the status ${status}.`)
}
