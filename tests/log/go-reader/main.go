// Reads a log from a folder with the code of Go's checksum database, which shares nothing with ours: it verifies the
// checkpoint's signature, every entry of every bundle against the root, and that the older checkpoints are its past.
//
//	go run . <folder> <verifier key>
package main

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder, key string) error {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return err
	}
	tree, err := readCheckpoint(filepath.Join(folder, "checkpoint"), verifier)
	if err != nil {
		return err
	}
	hashes := tlog.TileHashReader(tree, tiles{folder})
	for index := int64(0); index < tree.N; index++ {
		entry, err := readEntry(folder, tree.N, index)
		if err != nil {
			return err
		}
		proof, err := tlog.ProveRecord(tree.N, index, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)); err != nil {
			return fmt.Errorf("entry %d: %w", index, err)
		}
	}
	older, err := filepath.Glob(filepath.Join(folder, "checkpoint.*"))
	if err != nil {
		return err
	}
	for _, path := range older {
		before, err := readCheckpoint(path, verifier)
		if err != nil {
			return err
		}
		proof, err := tlog.ProveTree(tree.N, before.N, hashes)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, before.N, before.Hash); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	fmt.Printf("%d entries, %d older checkpoints\n", tree.N, len(older))
	return nil
}

func readCheckpoint(path string, verifier note.Verifier) (tlog.Tree, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return tlog.Tree{}, err
	}
	signed, err := note.Open(content, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() || lines[3] != "" {
		return tlog.Tree{}, errors.New("the note is no checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	root, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(root) != tlog.HashSize {
		return tlog.Tree{}, errors.New("the root is no hash")
	}
	return tlog.Tree{N: size, Hash: tlog.Hash(*(*[tlog.HashSize]byte)(root))}, nil
}

const height = 8

// tiles reads the tiles of the folder. Go's paths begin with the height, which tlog-tiles fixes at 8.
type tiles struct{ folder string }

func (tiles) Height() int { return height }

func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		content, err := os.ReadFile(filepath.Join(t.folder, path))
		if err != nil {
			return nil, err
		}
		read = append(read, content)
	}
	return read, nil
}

func (tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// readEntry finds an entry in its bundle, whose path Go knows as that of the data of a tile.
func readEntry(folder string, size, index int64) ([]byte, error) {
	const width = 1 << height
	tile := tlog.Tile{H: height, L: -1, N: index / width, W: width}
	if left := size - tile.N*width; left < width {
		tile.W = int(left)
	}
	path := strings.Replace(tile.Path(), "tile/8/data/", "tile/entries/", 1)
	bundle, err := os.ReadFile(filepath.Join(folder, path))
	if err != nil {
		return nil, err
	}
	for at := tile.N * width; ; at++ {
		if len(bundle) < 2 || len(bundle) < 2+int(binary.BigEndian.Uint16(bundle)) {
			return nil, fmt.Errorf("%s ends before entry %d", path, at)
		}
		end := 2 + int(binary.BigEndian.Uint16(bundle))
		if at == index {
			return bundle[2:end], nil
		}
		bundle = bundle[end:]
	}
}
