/** All icons by name. Loads after the first list, which needs a few of them (`icon.tsx`). */
import type { LucideIcon } from 'lucide-react'
import * as all from './icons.ts'

const kebab = (name: string) =>
  name
    .replace(/Icon$/, '')
    .replace(/(?<!^)[A-Z]/g, '-$&')
    .toLowerCase()

export const namedIcons: ReadonlyMap<string, LucideIcon> = new Map(
  Object.entries(all).map(([name, icon]) => [kebab(name), icon]),
)
