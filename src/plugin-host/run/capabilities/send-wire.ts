/** Calls of the wire contract that a plugin adds. */
import { createEvent } from 'effector'
import type { AddedCalls, Fields } from '../../../api/types.ts'
import type { SendWire } from '../../../plugin-api/client.ts'
import type { Trigger } from '../app-scope.ts'
import { createCalls } from './permitted-calls.ts'

/** A plugin's call succeeded: its method and path, such as `POST /boosts`. */
export const wireCalled = createEvent<string>()

/** @param isPermitted otherwise every call is refused */
export function createSendWire(added: AddedCalls, trigger: Trigger, isPermitted: boolean): SendWire {
  const { send, withCode } = createCalls(trigger, isPermitted)
  const sendWire = ({ at }: Parameters<SendWire>[0], input: unknown, options?: Parameters<SendWire>[2]) =>
    send(async () => {
      const response = await added.send(at, input as Fields, options)
      trigger(wireCalled, `${at[0]} ${at[1]}`)
      return response
    }, options?.signal)
  return Object.assign(sendWire, { withCode }) as SendWire
}
