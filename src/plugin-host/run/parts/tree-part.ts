/** A plugin's part as data: loads what draws it, and calls the plugin's handlers. */
import { attach, createEvent, sample, type EventCallable } from 'effector'
import type { FieldValue, PluginTree } from '../../../plugin-api/tree.ts'

/** A field was changed or a button pressed. */
export type HandlerCall = { readonly name: string; readonly value: FieldValue }

export type TreePart = Pick<PluginTree, '$tree'> & {
  readonly plugin: string
  readonly called: EventCallable<HandlerCall>
}

/** @param failed triggered with what a handler throws */
export function createTreePart(
  plugin: string,
  { $tree, on = {} }: PluginTree,
  failed: EventCallable<unknown>,
): TreePart {
  const called = createEvent<HandlerCall>()
  const callFx = attach({
    source: $tree,
    effect: async (_, { name, value }: HandlerCall) => {
      if (Object.hasOwn(on, name)) await on[name]?.(value)
    },
  })
  sample({ clock: called, target: callFx })
  sample({ clock: callFx.failData, target: failed })
  return { plugin, $tree, called }
}
