import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlayerIndex } from './player-index.js';

it('gives each player a place at their first appearance, and finds them there', () => {
  const player = fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 1_000_000 }));
  fc.assert(
    fc.property(fc.array(player, { size: 'large' }), fc.array(player), (players, strangers) => {
      const playerIndex = new PlayerIndex();
      const expected = [...new Set(players)];
      expect(players.map((player) => playerIndex.place(player))).toEqual(
        players.map((player) => expected.indexOf(player)),
      );
      expect(playerIndex.size).toBe(expected.length);
      expect(expected.map((_, place) => playerIndex.player(place))).toEqual(expected);
      const places = strangers.map((stranger) => expected.indexOf(stranger));
      expect(strangers.map((stranger) => playerIndex.find(stranger) ?? -1)).toEqual(places);
    }),
  );
});
