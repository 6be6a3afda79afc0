// Stands for libFuzzer where it is not there: every seed whole, cut short, and damaged in ways that
// are always the same.
//
//   usage: PROGRAM FILES... [-runs=N]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const std::string &text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(text.data()), text.size());
}

int main(int argc, char **argv) {
  std::vector<std::string> seeds;
  unsigned runs = 2000;
  for (int k = 1; k < argc; ++k) {
    std::string word = argv[k];
    if (word.rfind("-runs=", 0) == 0) {
      runs = static_cast<unsigned>(std::strtoul(word.c_str() + 6, nullptr, 10));
      continue;
    }
    std::ifstream in(word, std::ios::binary);
    if (!in) {
      std::fprintf(stderr, "cannot read %s\n", word.c_str());
      return 2;
    }
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  if (seeds.empty())
    return 2;
  std::mt19937 random(1);
  const std::string signs = "[]{}:,-!&*#'\"|>% \n\t?0ax/\\\x80";
  for (const std::string &seed : seeds) {
    run(seed);
    for (size_t cut = 0; cut < seed.size(); cut += 1 + seed.size() / 64)
      run(seed.substr(0, cut));
  }
  for (unsigned k = 0; k < runs; ++k) {
    std::string text = seeds[random() % seeds.size()];
    for (unsigned change = 0; change < 1 + k % 5 && !text.empty(); ++change) {
      size_t at = random() % text.size(), length = random() % 24;
      switch (random() % 5) {
      case 0:
        text.erase(at, length);
        break;
      case 1:
        text.insert(at, 1, signs[random() % signs.size()]);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), length));
        break;
      case 3:
        text.insert(at, std::to_string(static_cast<int64_t>(random()) << (random() % 32)));
        break;
      default:
        text[at] = static_cast<char>(random());
      }
    }
    run(text);
  }
  std::printf("%zu seeds, %u damaged texts\n", seeds.size(), runs);
  return 0;
}
