import { expect, expectTypeOf, test } from 'vitest'
import { namedIcons } from '../ui/named-icons.ts'
import type { IconName as DrawnIcon } from '../ui/icon.tsx'
import { iconNames, type IconName } from './icon-names.ts'

test('plugins have the names of all icons of the reader, and no others', () => {
  expect([...iconNames].toSorted()).toEqual([...namedIcons.keys()].toSorted())
  expectTypeOf<IconName>().toEqualTypeOf<DrawnIcon>()
})
