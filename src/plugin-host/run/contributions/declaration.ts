/** What a manifest declares stands for what the plugin's code gives, which is loaded at the first use. */
import { sample, type Store, type StoreWritable } from 'effector'
import type { ComponentType } from 'react'
import { PluginRefusal } from '../../../plugin-api/client.ts'
import type { Contributor } from './kind.ts'

/** What the code of the plugin gives for a row of its manifest. */
export type Declaration<Input> = {
  /** Runs the code. @returns null where it gives nothing, or has ended */
  readonly given: () => Promise<Input | null>
  /** Calls it when the code gives it, in the plugin's region. */
  readonly whenGiven: (use: (given: Input) => void) => void
}

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** The loader of a component that the code gives; of one that renders nothing where it gives none. */
export function declaredLoader<Input, Props>(
  { given, whenGiven }: Declaration<Input>,
  loaderOf: (input: Input) => Load<Props>,
): Load<Props> {
  let load: Load<Props> | null = null
  whenGiven((input) => (load = loaderOf(input)))
  return async () => {
    await given()
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

/** @throws PluginRefusal where the code gives nothing */
export async function required<Input>({ given }: Declaration<Input>): Promise<Input> {
  const input = await given()
  if (input === null) throw new PluginRefusal('app:plugin.callFailed')
  return input
}
