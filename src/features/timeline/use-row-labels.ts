import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { $labelColors, type UserLabel } from '../../model/labels/index.ts'

const NONE: readonly UserLabel[] = []

/** @returns the labels of a row by their names; the same array for the same names, so that the row need not render */
export function useRowLabels(): (names: readonly string[] | undefined) => readonly UserLabel[] {
  const colorOf = useUnit($labelColors)
  return useMemo(() => {
    const known = new WeakMap<readonly string[], readonly UserLabel[]>()
    return (names) => {
      if (!names || names.length === 0) return NONE
      const labels = known.get(names) ?? names.map((name) => ({ name, color: colorOf(name) }))
      known.set(names, labels)
      return labels
    }
  }, [colorOf])
}
