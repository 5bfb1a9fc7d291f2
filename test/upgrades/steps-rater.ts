import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Versions of one rater, each a module of its own that is loaded by its path. */
export interface RaterVersions {
  /** @returns the path of a version whose winners gain so many points, and losers lose them */
  version(version: string, points: number): Promise<string>;
  remove(): Promise<void>;
}

export async function writeRaterVersions(): Promise<RaterVersions> {
  const folder = await mkdtemp(join(tmpdir(), 'rater-versions-'));
  return {
    version: async (version, points) => {
      const path = join(folder, `steps-${version}.mjs`);
      await writeFile(path, moduleText(version, points));
      return path;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const moduleText = (version: string, points: number) => `
export default {
  key: 'steps', version: '${version}', title: 'Steps', summary: 'For tests.', source: 'None.',
  settings: { type: 'object', additionalProperties: false, properties: {} },
  formats: () => ({ minSides: 2, maxSides: 2, minPlayersPerSide: 1, maxPlayersPerSide: 1 }),
  initial: () => ({ points: 1000 }),
  rate: (match, states) => new Map(match.sides.map(({ placement, participants: [{ player }] }, side) => {
    const opponent = match.sides[1 - side].participants[0].player;
    const delta = placement === 1 ? ${points} : -${points};
    const actual = placement === 1 ? 1 : 0;
    const contribution = { opponent, opponentValue: states.get(opponent).points, expected: 0.5, actual, weight: 1, delta };
    return [player, { state: { points: states.get(player).points + delta }, contributions: [contribution] }];
  })),
  rating: ({ points }) => ({ value: points, deviation: null, score: points, isProvisional: false }),
  predict: () => [0.5, 0.5],
  restore: { needs: 'last', from: ([last]) => ({ points: last.after.value }) },
};
`;
