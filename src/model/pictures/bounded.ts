/** @returns the map, or the later half of one that has more than `max` entries */
export const bounded = <K, V>(map: Map<K, V>, max: number): Map<K, V> =>
  map.size > max ? new Map([...map].slice(-Math.ceil(max / 2))) : map
