import { createElement, memo } from 'react'
import * as all from './icons.ts'

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? Rest extends Uncapitalize<Rest>
    ? `${Lowercase<First>}${Kebab<Rest>}`
    : `${Lowercase<First>}-${Kebab<Rest>}`
  : ''

type WithoutIcon<Name extends string> = Name extends `${infer Meaning}Icon` ? Kebab<Meaning> : never

/** `StarIcon` is `star`, `MarkAllReadIcon` is `mark-all-read`: commands and plugins name icons so. */
export type IconName = WithoutIcon<keyof typeof all>

const kebab = (name: string) =>
  name
    .replace(/Icon$/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase()
const byName = new Map(Object.entries(all).map(([name, icon]) => [kebab(name), icon]))

/** An icon by its name in data; an unknown name, as from a plugin, draws nothing. */
export const Icon = memo(function Icon({ name }: { readonly name: IconName | (string & {}) }) {
  const found = byName.get(name)
  return found ? createElement(found, { 'aria-hidden': true }) : null
})
