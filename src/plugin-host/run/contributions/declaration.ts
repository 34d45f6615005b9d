/** What a manifest declares stands for what the plugin's code gives, which is loaded at the first use. */
import { sample, type Store, type StoreWritable } from 'effector'
import type { ComponentType } from 'react'
import { PluginRefusal } from '../../../plugin-api/client.ts'
import type { Contributor, Declaration } from './kind.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** The loader of a component that the code gives; of one that renders nothing where it gives none. */
export function declaredLoader<Input, Props>(
  { load: loadCode, whenLoaded }: Declaration<Input>,
  loaderOf: (input: Input) => Load<Props>,
): Load<Props> {
  let load: Load<Props> | null = null
  whenLoaded((input) => (load = loaderOf(input)))
  return async () => {
    await loadCode()
    return load ? load() : { default: () => null }
  }
}

/** The value of a store that the code gives. */
export function follow<Value>(
  $source: Store<Value>,
  $target: StoreWritable<Value>,
  { started }: Pick<Contributor, 'started'>,
): void {
  sample({ clock: [$source, started], source: $source, target: $target })
}

/** @throws PluginRefusal where the code gave nothing */
export function required<Output>(output: Output | null): Output {
  if (output === null) throw new PluginRefusal('app:plugin.callFailed')
  return output
}
